import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import whole, { type i18n } from "i18next";
import { expect, it } from "vitest";

import { LANGUAGES } from "#domain/language/language.ts";

import { trim } from "./trimI18next.ts";

const FILES = import.meta.glob<object>("/locales/*/*.json", { eager: true, import: "default" });

async function loadTrimmed(): Promise<i18n> {
  const root = path.dirname(createRequire(import.meta.url).resolve("i18next/package.json"));
  const code = trim(await readFile(path.join(root, "dist/esm/i18next.js"), "utf8"));
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: i18n };
  return module.default;
}

/** As the app does it. */
async function start(i18next: i18n): Promise<void> {
  await i18next.init({
    resources: {},
    lng: "en",
    fallbackLng: false,
    supportedLngs: [...LANGUAGES],
    ns: [],
    defaultNS: "app",
    interpolation: { escapeValue: false },
  });
}

it("keeps all that the app uses: nested keys, values, plurals, namespaces loaded later and other languages", async () => {
  const i18next = await loadTrimmed();
  await start(i18next);
  expect(i18next.language).toBe("en");
  i18next.addResourceBundle("en", "app", { list: { more: "More for {{name}}" } });
  i18next.addResourceBundle("en", "wallet", { left_one: "{{count}} is left", left_other: "{{count}} are left" });
  i18next.addResourceBundle("es", "app", { list: { more: "Más para {{name}}" } });
  expect(i18next.t("app:list.more", { name: "A" })).toBe("More for A");
  expect(i18next.t("wallet:left", { count: 1 })).toBe("1 is left");
  expect(i18next.t("wallet:left", { count: 2 })).toBe("2 are left");
  expect(i18next.hasResourceBundle("es", "wallet")).toBe(false);
  const told: string[] = [];
  i18next.on("languageChanged", (language) => told.push(language));
  await i18next.changeLanguage("es");
  expect(told).toEqual(["es"]);
  expect(i18next.t("app:list.more", { name: "A" })).toBe("Más para A");
});

it("says every text of the product as the whole of i18next does", async () => {
  const trimmed = await loadTrimmed();
  await Promise.all([start(trimmed), start(whole)]);
  const values = { name: "$& {{count}} <b>", amount: "1", coin: "ETH", message: "a:b.c" };
  let count = 0;
  for (const [file, texts] of Object.entries(FILES)) {
    const [language = "", namespace = ""] = file.replace(/^\/locales\/|\.json$/gu, "").split("/");
    for (const one of [trimmed, whole]) one.addResourceBundle(language, namespace, texts);
    await Promise.all([trimmed.changeLanguage(language), whole.changeLanguage(language)]);
    const [short, long] = [trimmed, whole].map((one) => one.getFixedT(language, "app"));
    for (const key of [...listKeys(texts), "none", "none.at.all"].map((name) => `${namespace}:${name}`)) {
      for (const options of [{}, values, { ...values, count: 0 }, { ...values, count: 1 }, { count: 5 }]) {
        expect(short?.(key, options), key).toBe(long?.(key, options));
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(10_000);
});

/** Each key and, for a plural, its name without the form. */
function listKeys(texts: object, before = ""): string[] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
    const name = `${before}${key}`;
    if (typeof text === "object" && text !== null) return listKeys(text, `${name}.`);
    return [name, name.replace(/_(?:one|many|other)$/u, "")];
  });
}

it("rejects another version of i18next", () => {
  expect(() => trim("class Other {}")).toThrow("trimI18next");
});
