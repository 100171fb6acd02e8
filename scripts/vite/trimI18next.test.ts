import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { i18n } from "i18next";
import { expect, it } from "vitest";

import { trim } from "./trimI18next.ts";

async function loadTrimmed(): Promise<i18n> {
  const root = path.dirname(createRequire(import.meta.url).resolve("i18next/package.json"));
  const code = trim(await readFile(path.join(root, "dist/esm/i18next.js"), "utf8"));
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: i18n };
  return module.default;
}

it("keeps all that the app uses: nested keys, values, plurals, namespaces loaded later and other languages", async () => {
  const i18next = await loadTrimmed();
  await i18next.init({ resources: {}, lng: "en", fallbackLng: false, ns: [], defaultNS: "app" });
  i18next.addResourceBundle("en", "app", { list: { more: "More for {{name}}" } });
  i18next.addResourceBundle("en", "wallet", { left_one: "{{count}} is left", left_other: "{{count}} are left" });
  i18next.addResourceBundle("es", "app", { list: { more: "Más para {{name}}" } });
  expect(i18next.t("app:list.more", { name: "A" })).toBe("More for A");
  expect(i18next.t("wallet:left", { count: 1 })).toBe("1 is left");
  expect(i18next.t("wallet:left", { count: 2 })).toBe("2 are left");
  expect(i18next.hasResourceBundle("es", "wallet")).toBe(false);
  await i18next.changeLanguage("es");
  expect(i18next.t("app:list.more", { name: "A" })).toBe("Más para A");
});

it("rejects another version of i18next", () => {
  expect(() => trim("class Other {}")).toThrow("trimI18next");
});
