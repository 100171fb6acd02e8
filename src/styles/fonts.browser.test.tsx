import { afterEach, describe, expect, it } from "vitest";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";

import "./main.css";

afterEach(() => {
  document.body.replaceChildren();
});

function show(text: string, lang: string): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.lang = lang;
  paragraph.append(text);
  document.body.append(paragraph);
  return paragraph;
}

function readFaceRules(): CSSFontFaceRule[] {
  return [...document.styleSheets]
    .flatMap(({ cssRules }) => Array.from(cssRules))
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) => style.getPropertyValue("font-family").includes("App Khmer"));
}

/** The sources of a font face, in order. */
function readSources(rule: CSSFontFaceRule): string[] {
  return rule.style.getPropertyValue("src").split(/, (?=local|url)/);
}

describe("the Khmer font of ours", () => {
  it("gives way to every system's own", () => {
    expect(readFaceRules().map(({ style }) => style.getPropertyValue("font-weight"))).toEqual(["400", "700"]);
    for (const rule of readFaceRules()) {
      const sources = readSources(rule);
      expect(sources.at(-1)).toMatch(/^url\(.*\.woff2/);
      const systems = sources.slice(0, -1).join(" ");
      expect(systems).not.toContain("url(");
      for (const family of ["Noto Sans Khmer", "Khmer Sangam MN", "Leelawadee UI"]) expect(systems).toContain(family);
    }
  });

  it("is fetched when Khmer is shown, and for no other script", async () => {
    // A system without a Khmer font: the same faces, from the file alone.
    const sheet = document.createElement("style");
    sheet.textContent = readFaceRules()
      .map((rule) => rule.cssText.replace(/src: .*?;/, `src: ${readSources(rule).at(-1)};`))
      .join("\n");
    document.head.append(sheet);
    const countFetched = () =>
      performance.getEntriesByType("resource").filter(({ name }) => name.includes("noto-sans-khmer")).length;

    show("Red envelope 0.05 ETH · Xé phong bì Ẫ Ễ Ữ ỵ · 红包 紅包 · ñandú", "en");
    await document.fonts.ready;
    expect(countFetched()).toBe(0);

    show("ស្រោមសំបុត្រក្រហម", "en");
    await waitUntilHolds(() => {
      expect(countFetched()).toBe(1);
    });
    sheet.remove();
  });
});

describe("Han characters", () => {
  function findFirst(element: HTMLElement): string | undefined {
    return /PingFang (?:SC|TC)/.exec(getComputedStyle(element).fontFamily)?.[0];
  }

  it("are drawn as their language has them, on any element of any page", () => {
    expect(findFirst(show("骨直令", "zh-CN"))).toBe("PingFang SC");
    expect(findFirst(show("骨直令", "zh-TW"))).toBe("PingFang TC");
    document.documentElement.lang = "zh-TW";
    expect(findFirst(document.documentElement)).toBe("PingFang TC");
    expect(findFirst(show("骨直令", "zh-CN"))).toBe("PingFang SC");
    document.documentElement.lang = "en";
  });
});
