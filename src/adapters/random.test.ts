import { expect, test } from "vitest";

import { createAttemptId } from "./random.ts";

test("every byte counts, also a small one", () => {
  const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => index * 15);
  expect(createAttemptId(bytes)).toBe("000f1e2d3c4b5a69788796a5b4c3d2e1");
});
