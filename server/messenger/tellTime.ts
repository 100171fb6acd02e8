import type { Language } from "#domain/language/language.ts";

/** A moment that each reader sees in their own zone; an older messenger shows it in UTC. */
export function tellTime(language: Language, at: Date): string {
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(at);
  return `<tg-time unix="${String(Math.floor(at.getTime() / 1000))}" format="Dt">${text} UTC</tg-time>`;
}
