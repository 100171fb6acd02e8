import { beforeAll, describe, expect, test } from "vitest";
import { ERRORS } from "#contract/errors.ts";
import { LANGUAGES } from "#domain/language/language.ts";
import { WAIT_UNITS } from "#domain/writeWait.ts";
import { collectKeyUses, collectKeyUsesOf, type KeyUse } from "./collectKeyUses.ts";
import { findTextFaults } from "./findTextFaults.ts";
import { getBaseKey } from "./pluralKey.ts";
import { listTextFiles, NAMESPACES, readTexts, type Namespace, type Texts } from "./readTexts.ts";

/** Names, which are the same everywhere. */
const NAMES: Readonly<Record<Namespace, readonly string[]>> = {
  app: ["name", "toast.told"],
  errors: [],
  envelope: ["coin.eth", "coin.sol", "coin.tron", "coin.ton", "coin.usdt", "user.id"],
  wallet: ["type.ETH", "type.Solana", "type.Tron", "type.Ton"],
  copyTexts: [],
  personal: ["coverTitle.tet"],
  home: [],
  about: ["hub.vip", "profile.id"],
  safety: [],
  bot: [],
  mail: [],
  privacy: ["kept.email.title"],
  codes: ["email.title", "email.open"],
  withdraw: [],
  life: [],
  proof: [],
};

/** Keys whose type is wider than their real values: the expression as written, and the real values. */
const NARROWER: ReadonlyMap<string, readonly string[]> = new Map([
  // Said only while `isBusy`.
  [
    "wallet:connection.busy.${view.state}",
    ["detecting", "connecting", "switchingNetwork", "proving"].map((state) => `wallet:connection.busy.${state}`),
  ],
]);

const READING_MS = 120_000;

/** The key that code names: without the suffix of a plural or of a wait's unit, which i18next adds by itself. */
function getNamedKey(key: string): string {
  return getBaseKey(key).replace(WAIT_FORM, "");
}

const WAIT_FORM = new RegExp(`_(?:${WAIT_UNITS.join("|")})$`, "u");

describe("texts", () => {
  test("each language has the same files", () => {
    expect(listTextFiles()).toEqual(
      LANGUAGES.flatMap((language) => NAMESPACES.map((namespace) => `${language}/${namespace}.json`)).sort(),
    );
  });

  describe.each(LANGUAGES)("%s", (language) => {
    test.each(NAMESPACES)("%s is complete", (namespace) => {
      const faults = findTextFaults({
        language,
        english: readTexts("en", namespace),
        texts: readTexts(language, namespace),
        names: new Set(NAMES[namespace]),
      });
      expect(faults).toEqual([]);
    });
  });

  test("every exception is needed", () => {
    const isKept = (namespace: Namespace, key: string) =>
      LANGUAGES.some(
        (language) =>
          language !== "en" && readTexts(language, namespace).get(key) === readTexts("en", namespace).get(key),
      );
    expect(NAMESPACES.flatMap((namespace) => NAMES[namespace].filter((key) => !isKept(namespace, key)))).toEqual([]);
  });

  test.each(Object.keys(ERRORS))("error %s has a text", (key) => {
    expect(readTexts("en", "errors").has(key)).toBe(true);
  });

  test.each(["tips", "environment_loading_exception", "yesLang"])("%s is a text of its own in each language", (key) => {
    const texts = LANGUAGES.map((language) => readTexts(language, "app").get(key));
    expect(texts.every((text) => text !== undefined && text !== key)).toBe(true);
  });
});

describe("keys in the code", () => {
  const known = new Set(
    NAMESPACES.flatMap((namespace) =>
      [...readTexts("en", namespace).keys()].map((key) => `${namespace}:${getNamedKey(key)}`),
    ),
  );
  let uses: readonly KeyUse[] = [];

  beforeAll(() => {
    uses = collectKeyUses(["domain/**/*.ts", "machines/**/*.ts", "src/**/*.{ts,tsx}"]);
  }, READING_MS);

  test("each has a text", () => {
    const faults = uses.flatMap(({ place, source, keys }) =>
      (NARROWER.get(source) ?? keys).filter((key) => !hasText(known, key)).map((key) => `${place} ${key}`),
    );
    expect(faults).toEqual([]);
  });

  /** The server's types name the keys of bot and mail; it alone tells a login to an account that is gone. */
  const isNamedElsewhere = (key: string) => /^(?:bot|mail):/u.test(key) || key === "errors:accountDeleted";

  test("each text is named", () => {
    const named = new Set(uses.flatMap(({ keys }) => keys.flatMap((key) => listTextsOf(known, key))));
    expect([...known].filter((key) => !isNamedElsewhere(key) && !named.has(key))).toEqual([]);
  });

  test("every exception is needed", () => {
    for (const [source, keys] of NARROWER) {
      const use = uses.find((candidate) => candidate.source === source);
      expect(use?.keys).toEqual(expect.arrayContaining([...keys]));
      expect(use?.keys.every((key) => hasText(known, key))).toBe(false);
    }
  });

  test("failures, states and choices are read from their types", () => {
    const named = new Set(uses.flatMap(({ keys }) => keys));
    expect(Object.keys(ERRORS).filter((key) => !named.has(`errors:${key}`))).toEqual([]);
    const samples = [
      "errors:network",
      "wallet:failure.rpcUnreachable",
      "wallet:payment.state.confirmingOnChain",
      "envelope:claim.state.tooManyTries",
    ];
    expect(samples.filter((key) => !named.has(key))).toEqual([]);
  });
});

describe("the reading itself", () => {
  const english: Texts = new Map([
    ["greeting", "Hello, <b>{{name}}</b>"],
    ["total_one", "{{count}} record"],
    ["total_other", "{{count}} records"],
  ]);
  const spanish: Texts = new Map([
    ["greeting", "Hola, <b>{{name}}</b>"],
    ["total_one", "{{count}} registro"],
    ["total_many", "{{count}} de registros"],
    ["total_other", "{{count}} registros"],
  ]);
  const findFaults = (texts: Texts, language = "es", names: string[] = []) =>
    findTextFaults({ language, english, texts, names: new Set(names) });
  const change = (key: string, text: string): Texts =>
    new Map([...spanish].map(([name, old]) => [name, name === key ? text : old]));
  const drop = (dropped: string): Texts => new Map([...spanish].filter(([key]) => key !== dropped));

  test("accepts a good translation", () => {
    expect(findFaults(spanish)).toEqual([]);
  });

  test.each([
    ["a missing key", drop("greeting"), "greeting: missing"],
    ["a missing plural form", drop("total_many"), "total_many: missing"],
    ["a key that English lacks", new Map([...spanish, ["more", "Más"]]), "more: not in English"],
    ["another order", new Map([...spanish].toReversed()), "the keys are in another order"],
    ["an empty text", change("greeting", ""), "greeting: empty"],
    ["a blank at the end", change("greeting", "Hola, <b>{{name}}</b> "), "greeting: blanks at an end"],
    [
      "a renamed placeholder",
      change("greeting", "Hola, <b>{{nombre}}</b>"),
      "greeting: has </b> <b> {{nombre}} where English has </b> <b> {{name}}",
    ],
    ["a lost tag", change("greeting", "Hola, {{name}}"), "greeting: has {{name}} where English has </b> <b> {{name}}"],
    ["a text left in English", change("greeting", "Hello, <b>{{name}}</b>"), "greeting: left in English"],
  ])("finds %s", (_, texts, fault) => {
    expect(findFaults(texts)).toContain(fault);
  });

  test("finds letters of another language, and lets names pass", () => {
    const texts: Texts = new Map([
      ["greeting", "Hola, <b>{{name}}</b>"],
      ["total_other", "共 {{count}} 条"],
    ]);
    expect(findFaults(texts, "zh-CN")).toEqual(["greeting: has no letter of the language"]);
    expect(findFaults(texts, "zh-CN", ["greeting"])).toEqual([]);
  });

  test("reads keys from literals, calls and templates", () => {
    const code = `
      declare function t(key: string): string;
      declare const state: "one" | "two" | undefined;
      declare const path: string;
      export const texts = ["app:back", t("loading"), \`wallet:\${state}.\${state}\`, \`app:route.\${path}.title\`, "https://host", \`x:\${path}\`];
    `;
    expect(collectKeyUsesOf(code).map(({ keys }) => keys)).toEqual([
      ["app:back"],
      ["app:loading"],
      ["wallet:one.one", "wallet:one.two", "wallet:two.one", "wallet:two.two"],
      ["app:route.*.title"],
    ]);
  });
});

/** Where a part of the key can be anything, one text that fits is enough. */
function hasText(known: ReadonlySet<string>, key: string): boolean {
  return listTextsOf(known, key).length > 0;
}

/** The texts that a key can come to: itself, or all that fit where a part of it can be anything. */
function listTextsOf(known: ReadonlySet<string>, key: string): string[] {
  if (!key.includes("*")) return known.has(key) ? [key] : [];
  const pattern = new RegExp(
    `^${key
      .split("*")
      .map((part) => part.replaceAll(".", "\\."))
      .join(".+")}$`,
    "u",
  );
  return [...known].filter((candidate) => pattern.test(candidate));
}
