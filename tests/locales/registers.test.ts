import { expect, test } from "vitest";
import { LANGUAGES } from "#domain/language/language.ts";
import { NAMESPACES, readTexts } from "./readTexts.ts";

/** The texts of a language in which something stands that must not, as `namespace:key`. */
function findTexts(language: (typeof LANGUAGES)[number], unwanted: RegExp): string[] {
  return NAMESPACES.flatMap((namespace) =>
    [...readTexts(language, namespace)].filter(([, text]) => unwanted.test(text)).map(([key]) => `${namespace}:${key}`),
  );
}

test.each([
  ["zh-CN", "says 你 to the reader", /您/u],
  ["zh-TW", "says 你 to the reader", /您/u],
  ["id", "says Anda to the reader", /(?<!\p{L})(?:kamu|kau|engkau|kalian|lo|lu)(?!\p{L})/iu],
  ["id", "has no ending of kamu", /(?<!\p{L})(?!bertemu|ilmu|tamu)\p{L}{3,}mu(?!\p{L})/iu],
  ["id", "writes angpau", /angpao/iu],
  ["vi", "says bạn to the reader", /(?<!\p{L})(?:quý khách|quý vị|anh chị|mày|các hạ)(?!\p{L})/iu],
  ["km", "has one spelling for each word", /\u17D2\u178A|ឲ្យ|បុត|ទូរសព្ទ|ជ្រើសរើស/u],
] as const)("%s %s", (language, _, unwanted) => {
  expect(findTexts(language, unwanted)).toEqual([]);
});

/** A number is written as the reader's language writes it, so a text has a placeholder where an amount stands. */
test.each(LANGUAGES)("no amount is written into a text: %s", (language) => {
  const amount = /[0-9][.,][0-9]|[0-9]\s*(?:ETH|SOL|TRX|GRAM|USDT|TON|USD|[$%€])(?!\p{L})|\$\s*[0-9]/u;
  expect(findTexts(language, amount)).toEqual([]);
});
