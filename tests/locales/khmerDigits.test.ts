import { expect, test } from "vitest";
import { NAMESPACES, readTexts } from "./readTexts.ts";

/** docs/glossary.md says why. */
test("Khmer texts write numbers in Latin digits, as amounts and times are written beside them", () => {
  const found = NAMESPACES.flatMap((namespace) =>
    [...readTexts("km", namespace)].filter(([, text]) => /[០-៩]/u.test(text)).map(([key]) => `${namespace}:${key}`),
  );
  expect(found).toEqual([]);
});
