import { el } from "./dom.ts";
import type { PageChat, PagePerson } from "./pageTypes.ts";

/** A round picture: the person's photo, initials on a colour, or the symbol of the group or the bot. */
export function avatarOf(
  who: PagePerson | { readonly kind: "bot" } | Pick<PageChat, "chatId" | "kind" | "title">,
): HTMLElement {
  if ("kind" in who) {
    const isGroup = "title" in who && who.kind === "group";
    const colour = isGroup ? `colour-${Math.abs(who.chatId) % 7}` : "is-bot";
    return el("span", { class: `avatar ${colour}`, "aria-hidden": "true" }, isGroup ? initialsOf(who.title) : "福");
  }
  return el(
    "span",
    { class: `avatar colour-${who.n % 7}`, "aria-hidden": "true" },
    who.photoUrl === null ? initialsOf(who.name) : el("img", { src: who.photoUrl, alt: "" }),
  );
}

function initialsOf(name: string): string {
  return name
    .split(" ")
    .map((part) => Array.from(part)[0]?.toUpperCase() ?? "")
    .slice(0, 2)
    .join("");
}
