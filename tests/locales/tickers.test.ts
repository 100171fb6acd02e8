import { expect, test } from "vitest";
import { LANGUAGES } from "#domain/language/language.ts";
import { NAMESPACES, readTexts } from "./readTexts.ts";

test.each(LANGUAGES)(
  "a ticker stands beside an amount, never the name under which a coin is chosen: %s",
  (language) => {
    const found = NAMESPACES.flatMap((namespace) =>
      [...readTexts(language, namespace)]
        .filter(([, text]) => /(?:[0-9]|\}\})\s*(?:Solana|Tron|Ton)\b/u.test(text))
        .map(([key, text]) => `${namespace}:${key} ${text}`),
    );
    expect(found).toEqual([]);
  },
);
