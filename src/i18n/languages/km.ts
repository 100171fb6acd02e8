export { default as app } from "#locales/km/app.json";
export const later = import.meta.glob<{ default: object }>(["./*.json", "!./{app,bot,mail,proof}.json"], {
  base: "/locales/km",
});
