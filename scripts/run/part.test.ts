import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { REST_PARTS, TEST_PARTS } from "./part.ts";

it("names files that are there: a run passes over any other in silence", () => {
  const named = [...TEST_PARTS, ...REST_PARTS]
    .flatMap(({ commands }) => commands.flat())
    .filter((word) => word.endsWith(".ts"));
  expect(named).toContain("tests/e2e/readme.test.ts");
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
