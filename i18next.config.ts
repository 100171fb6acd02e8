import { defineConfig } from "i18next-cli";

export default defineConfig({
  locales: ["en", "es", "id", "km", "vi", "zh-CN", "zh-TW"],
  extract: {
    input: ["src/**/*.{ts,tsx}", "machines/**/*.view.ts"],
    output: "locales/{{language}}/{{namespace}}.json",
    defaultNS: "app",
    primaryLanguage: "en",
    // Views hand out keys as strings, which no extractor sees.
    removeUnusedKeys: false,
  },
});
