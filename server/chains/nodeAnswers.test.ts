import { expect, it } from "vitest";
import { parseExactJson, tryParse } from "./nodeAnswers.ts";

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

it("answers what was parsed, or a short reason why not", () => {
  expect(tryParse(() => 7)).toEqual({ kind: "read", value: 7 });
  const fail = () => {
    throw new Error("x".repeat(1_000));
  };
  expect(tryParse(fail)).toEqual({ kind: "unread", reason: "x".repeat(200) });
});
