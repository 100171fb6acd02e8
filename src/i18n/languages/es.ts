export { default as app } from "#locales/es/app.json";
export const later = import.meta.glob<{ default: object }>(["./*.json", "!./{app,bot,mail,proof}.json"], {
  base: "/locales/es",
});
