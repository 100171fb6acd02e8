import { expect, it } from "vitest";

import { findNewScript } from "./findNewScript.ts";

it.each([
  ["lookbehind in a pattern", "x.replace(/(?<=a)b/g, '')", "regular expression (?<="],
  ["lookbehind in a string", "new RegExp('(?<!a)b')", "regular expression (?<!"],
  ["lookbehind in a template", "RegExp(`(?<=[。]) `, `gu`)", "regular expression (?<="],
  ["a pattern's own flags", "/(?i:a)b/", "regular expression (?i:"],
  ["sets in a pattern", "/[\\p{L}--[a-z]]/v", "regular expression /v"],
  ["a static block", "class A { static { A.x = 1; } }", "class static block"],
  ["import attributes", "import x from './x.json' with { type: 'json' }; x()", "import attributes"],
  ["a new method", "list.toSorted()", "toSorted"],
  ["a new static", "await Array.fromAsync(x)", "Array.fromAsync"],
  ["another new static", "AbortSignal.timeout(1)", "AbortSignal.timeout"],
  ["a way to round", "new Intl.NumberFormat('en', { roundingMode: 'floor' })", "roundingMode"],
])("finds %s", (_, code, found) => {
  expect(findNewScript(code)).toEqual([found]);
});

it.each([
  ["old groups", "/(?:a)(?<name>b)(?=c)(?!d)/u"],
  ["what is asked for first", "'requestIdleCallback' in w ? w.requestIdleCallback(f) : f()"],
  ["what is asked for by its type", "typeof list.toSorted === 'function' ? list.toSorted() : list"],
  ["what may be missing", "box.checkVisibility?.()"],
  ["methods that are old enough", "list.at(-1); list.findLast(f); Object.hasOwn(a, b); structuredClone(a)"],
  ["methods of the same name elsewhere", "lodash.groupBy(list, key)"],
])("lets pass %s", (_, code) => {
  expect(findNewScript(code)).toEqual([]);
});
