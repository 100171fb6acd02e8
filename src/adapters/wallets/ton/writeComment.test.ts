import { Cell, comment } from "@ton/core";
import { expect, it } from "vitest";

import { writeComment } from "./writeComment.ts";

it.each(["", "a", "8KQ2VN4XT68KQ2VN", "red 红包", "x".repeat(123)])(
  "writes %j as the official library reads it",
  (text) => {
    const cell = Cell.fromBase64(writeComment(text));
    expect(cell.equals(comment(text))).toBe(true);
  },
);

it("refuses what does not fit into one cell", () => {
  expect(() => writeComment("x".repeat(124))).toThrow(RangeError);
});
