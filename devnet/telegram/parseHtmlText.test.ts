import { describe, expect, it } from "vitest";
import { parseHtmlText } from "./parseHtmlText.ts";

describe("parseHtmlText", () => {
  it("removes tags and unescapes", () => {
    expect(parseHtmlText('<b>李 &amp; 明</b> sent &lt;3 <a href="https://t.me/a?x=1&amp;y=2">here</a>')).toEqual({
      text: "李 & 明 sent <3 here",
      entities: [
        { type: "bold", offset: 0, length: 5 },
        { type: "text_link", offset: 14, length: 4, url: "https://t.me/a?x=1&y=2" },
      ],
    });
  });

  it("knows folded quotes and moments", () => {
    const html = '<blockquote expandable>all</blockquote> by <tg-time unix="1795874709" format="Dt">Nov 28</tg-time>';
    expect(parseHtmlText(html)).toEqual({
      text: "all by Nov 28",
      entities: [
        { type: "expandable_blockquote", offset: 0, length: 3 },
        { type: "date_time", offset: 7, length: 6, unix_time: 1_795_874_709, date_time_format: "Dt" },
      ],
    });
  });

  it("keeps an ampersand that escapes nothing", () => {
    expect(parseHtmlText("Tom & Ann").text).toBe("Tom & Ann");
  });

  it.each(["<b>open", "</b>", "<b><i>x</b></i>", "<h1>x</h1>", "1 < 2", '<tg-time unix="soon" format="t">x</tg-time>'])(
    "refuses %s",
    (html) => {
      expect(() => parseHtmlText(html)).toThrow(/can't parse entities/);
    },
  );
});
