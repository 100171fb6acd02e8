export { default as app } from "#locales/en/app.json";
export const later = import.meta.glob<{ default: object }>(["./*.json", "!./{app,bot,mail,proof}.json"], {
  base: "/locales/en",
});
