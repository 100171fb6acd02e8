import { expect, it } from "vitest";
import { formatFiatText } from "./formatFiatText.ts";

it.each([
  ["33.6814", "en", "$33.68"],
  ["3000", "en", "$3,000.00"],
  ["0.0031", "en", "$0.0031"],
  ["610.224", "en", "$610.22"],
  ["0.5", "en", "$0.50"],
  ["0.0158", "en", "$0.0158"],
  ["0", "en", "$0.00"],
  ["12.500", "en", "$12.50"],
  ["12.345678", "en", "$12.35"],
  ["1234.5", "vi", "1.234,50 $"],
  ["10", "zh-CN", "$10.00"],
  ["10", "km", "10.00$"],
])("%s in %s is %s", (value, language, text) => {
  expect(formatFiatText(value, language).replaceAll(/\s/gu, " ")).toBe(text);
});
