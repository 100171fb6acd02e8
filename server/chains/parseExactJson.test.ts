import { expect, it } from "vitest";
import { parseExactJson } from "./parseExactJson.ts";

it("keeps the digits of whole numbers that a number cannot hold, and leaves everything else", () => {
  const text = `{"weight": 1152921504606846976, "most":[9223372036854775807,-9223372036854775808], "small": 7, "text": "1152921504606846976", "part": 0.5}`;
  expect(parseExactJson(text)).toEqual({
    weight: "1152921504606846976",
    most: ["9223372036854775807", "-9223372036854775808"],
    small: 7,
    text: "1152921504606846976",
    part: 0.5,
  });
  expect(parseExactJson('{"safe":9007199254740991}')).toEqual({ safe: 9_007_199_254_740_991 });
  expect(() => parseExactJson("{")).toThrow(SyntaxError);
});
