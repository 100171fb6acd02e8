import { describe, expect, it } from "vitest";
import { markRouterPure, toModule, trim } from "./libraries.ts";
import { join } from "node:path";
import { type Plugin, build } from "vite";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import whole, { type i18n } from "i18next";
import { LANGUAGES } from "#domain/language/language.ts";

const toDataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/**
 * Evaluates a module's text and returns its exports. A second module imports them: Vitest's own import would also
 * export the default's members.
 */
async function load(code: string): Promise<Record<string, unknown>> {
  const importer = `import * as loaded from "${toDataUrl(code)}"; export { loaded };`;
  const { loaded } = (await import(toDataUrl(importer))) as { loaded: Record<string, unknown> };
  return loaded;
}

describe("toModule", () => {
  it("exports each member of `exports`, and all of them as the default", async () => {
    const {
      one,
      two,
      default: all,
    } = await load(toModule('"use strict";\nexports.one = 1;\nexports.two =\n  exports.one + 1;'));
    expect([one, two, all]).toEqual([1, 2, { one: 1, two: 2 }]);
  });

  it("keeps a member up to date that is assigned more than once", async () => {
    const module = await load(
      toModule("exports.now = void 0;\nif (true) {\n  exports.now = () => exports.step;\n}\nexports.step = 5;"),
    );
    expect((module["now"] as () => number)()).toBe(5);
  });

  it("imports what the file requires", async () => {
    const code = toModule(
      'var os = require("node:os"),\n  path = require("node:path");\nexports.separator = path.posix.sep;',
    );
    expect(code).toContain('import * as os from "node:os";');
    expect(code).toContain('import * as path from "node:path";');
    const { separator } = await load(code);
    expect(separator).toBe("/");
  });

  it("rejects a file with another form of require", () => {
    expect(() => toModule('exports.a = require("react").b;')).toThrow("reactAsModules");
  });

  it("rejects a file with another form of exports", () => {
    expect(() => toModule("module.exports = {};")).toThrow("reactAsModules");
  });
});

/** All that the app takes from the router, on a page that a server writes. */
const PAGE = `
  import { createElement } from "react";
  import { renderToStaticMarkup } from "react-dom/server.edge";
  import { BrowserRouter, Link, MemoryRouter, Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
  function Page() {
    const { pathname } = useLocation();
    const [query] = useSearchParams();
    return createElement(Link, { to: "/next?tab=two" }, pathname + query.get("tab") + typeof useNavigate());
  }
  export const used = [BrowserRouter, Navigate];
  export const html = renderToStaticMarkup(
    createElement(MemoryRouter, { initialEntries: ["/here?tab=one"] }, createElement(Page)),
  );
`;

const page: Plugin = {
  name: "page",
  resolveId: (id) => (id.endsWith("page.js") ? join(import.meta.dirname, "page.js") : null),
  load: (id) => (id.endsWith("page.js") ? PAGE : null),
};

async function bundle(plugins: readonly Plugin[]): Promise<string> {
  const output = await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [page, ...plugins],
    build: { write: false, target: "es2022", lib: { entry: "page.js", formats: ["es"] } },
  });
  const [result] = Array.isArray(output) ? output : [output];
  const chunk = result !== undefined && "output" in result ? result.output.at(0) : undefined;
  if (chunk?.type !== "chunk") throw new Error("the page was not bundled");
  return chunk.code;
}

it("leaves out data routes and forms, and keeps what the app uses", async () => {
  const whole = await bundle([]);
  const marked = await bundle([markRouterPure()]);
  const parts = ["useViewTransitionState", "application/x-www-form-urlencoded"];
  expect(parts.filter((part) => whole.includes(part))).toEqual(parts);
  expect(parts.filter((part) => marked.includes(part))).toEqual([]);
  const { html } = (await import(`data:text/javascript,${encodeURIComponent(marked)}`)) as { html: string };
  expect(html).toBe('<a href="/next?tab=two" data-discover="true">/hereonefunction</a>');
});

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
