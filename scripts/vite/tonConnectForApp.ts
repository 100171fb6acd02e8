import type { Plugin } from "vite";

/** Makes Safari show that a button is pressed. As an attribute it would be an inline script, which the pages refuse. */
const ATTRIBUTE = 'document.body.setAttribute("ontouchstart", "")';
const LISTENER = 'document.body.addEventListener("touchstart", () => {}, { passive: true })';

/** The library's own texts. */
const OWN_TEXTS = `const i18nDictionary = {
  en: parseDictionary(en),
  ru: parseDictionary(ru)
};`;
/** The texts of walletWindow.json in the app's present language, read anew for each window. */
const APP_TEXTS = `import i18next from "i18next";
const i18nDictionary = {
  get en() { return i18next.getResourceBundle(i18next.language, "walletWindow"); }
};`;

const REPLACEMENTS = [
  [ATTRIBUTE, LISTENER],
  [OWN_TEXTS, APP_TEXTS],
] as const;

/**
 * Takes the one inline script out of TON Connect's windows, so that the pages' policy needs no exception for it, gives
 * the windows the app's texts, and leaves out the components for React that nothing uses.
 */
export function tonConnectForApp(): Plugin {
  return {
    name: "ton-connect-for-app",
    apply: "build",
    transform: {
      filter: { id: /[\\/]@tonconnect[\\/]ui(?:-react)?[\\/]lib[\\/]index\.mjs$/ },
      handler: (code, id) =>
        id.includes("ui-react") ? { code, map: null, moduleSideEffects: false } : { code: adapt(code), map: null },
    },
  };
}

/** @throws if a part is missing: TON Connect has changed */
export function adapt(code: string): string {
  return REPLACEMENTS.reduce((rest, [part, replacement]) => {
    if (!rest.includes(part)) throw new Error(`TON Connect has no ${part} now: see tonConnectForApp`);
    return rest.replace(part, () => replacement);
  }, code);
}
