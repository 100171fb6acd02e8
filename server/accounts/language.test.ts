import { describe, expect, it } from "vitest";
import { chooseLanguage, toLanguage, toWireLanguage } from "./language.ts";

describe("languages", () => {
  it.each([
    ["zh-hans", "zh_CN"],
    ["zh-hant", "zh_TW"],
    ["zh-hk", "zh_TW"],
    ["zh", "zh_CN"],
    ["pt-br", "en"],
    ["es-419", "es"],
    ["km", "km"],
    ["vi", "vi"],
    ["id", "id"],
    ["EN-gb", "en"],
    [null, "en"],
  ])("chooses for %s", (tag, wire) => {
    expect(chooseLanguage(tag)).toBe(wire);
  });

  it("reads both spellings and answers the one asked for", () => {
    expect(toWireLanguage("zh-TW")).toBe("zh_TW");
    expect(toWireLanguage("zh_CN")).toBe("zh_CN");
    expect(toLanguage("zh_TW")).toBe("zh-TW");
    expect(toLanguage("nonsense")).toBe("en");
  });
});
