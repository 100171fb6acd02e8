import { expect, it } from "vitest";

import { createRecent } from "./createRecent.ts";

it("remembers what was written last, and forgets what is oldest", () => {
  const recent = createRecent<number>(2);
  recent.write("a", 1);
  recent.write("b", 2);
  recent.write("a", 3);
  recent.write("c", 4);
  expect(["a", "b", "c"].map((key) => recent.read(key))).toEqual([3, null, 4]);
});
