import i18next from "i18next";

/** The bot's own texts, so that the preview says what the post will say. */
const files = import.meta.glob<object>("/locales/*/bot.json", { import: "default" });

const loading = new Map<string, Promise<boolean>>();

/** Loads the bot's texts in a language as the namespace `bot`; whether they are there. The next try begins anew. */
export function loadPostTexts(language: string): Promise<boolean> {
  const known = loading.get(language) ?? load(language);
  loading.set(language, known);
  return known;
}

async function load(language: string): Promise<boolean> {
  try {
    i18next.addResourceBundle(language, "bot", await files[`/locales/${language}/bot.json`]?.());
    return true;
  } catch {
    loading.delete(language);
    return false;
  }
}
