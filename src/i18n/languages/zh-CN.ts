export { default as app } from "#locales/zh-CN/app.json";
export const later = import.meta.glob<{ default: object }>(["./*.json", "!./{app,bot,mail,proof}.json"], {
  base: "/locales/zh-CN",
});
