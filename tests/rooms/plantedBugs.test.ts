import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BUGS } from "../hostile/bugs/bugs.ts";

test.each(Object.entries(BUGS))("the code that a bug is planted in is there: %s", (_, { file, edits }) => {
  const source = readFileSync(file, "utf8");
  for (const [from] of edits) expect(source).toContain(from);
});
