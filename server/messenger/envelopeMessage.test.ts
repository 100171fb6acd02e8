import { expect, test } from "vitest";
import type { App } from "#server/app.ts";
import { type Language, LANGUAGES } from "#domain/language/language.ts";
import { measureHtml } from "./botText.ts";
import { renderEnvelopeMessage } from "./envelopeMessage.ts";
import type { SeenInGroup, ShownRow } from "./shownEnvelope.ts";

const APP = {
  config: { appSecrets: ["a secret of the tests"], botAppName: "app" },
  telegram: { username: "hongbao_test_bot" },
} as unknown as Pick<App, "config" | "telegram">;

const AT = new Date("2026-11-28T12:00:00Z");
const EXPIRES_AT = new Date("2026-11-28T14:05:09Z");
const SHOWN: ShownRow = {
  envelope_id: "e1",
  sender_id: 1n,
  first_name: "Anna",
  last_name: null,
  photo_url: null,
  type: "luckyDraw",
  draw_rule: "instant",
  draw_window_s: null,
  coin_type: "eth",
  total_base: 10n ** 16n,
  count: 5,
  claimed_count: 0,
  remark: "",
  message_id: null,
  conditions: [
    { chatId: "-1001", title: "Friday <lunch>", username: null },
    { chatId: "-1002", title: "Lunch news", username: "lunch_news" },
  ],
  status: "open",
  ended_at: null,
  expires_at: null,
};
const IN_GROUP: SeenInGroup = { chatId: -1001n, bestLuck: null, shares: [] };
const FINISHED = { status: "finished", ended_at: AT } as const;

type Change = Partial<ShownRow> & Partial<SeenInGroup>;
const render = (language: Language, change: Change = {}, isInGroup = true) =>
  renderEnvelopeMessage(APP, language, { ...SHOWN, ...change }, isInGroup ? { ...IN_GROUP, ...change } : null);
/** Without the marks that keep names of people in their place. */
const write = (...asked: Parameters<typeof render>) => render(...asked).html.replaceAll(/[\u2068\u2069]/g, "");

test("a post says who opens an envelope for members, as long as it is open, and asks for no passphrase", () => {
  expect(write("en")).toContain("Members of Friday &lt;lunch&gt; and Lunch news open it by a tap.");
  expect(write("en")).not.toContain("passphrase");
  expect(write("zh-CN")).toContain("Friday &lt;lunch&gt;和Lunch news 的成员点一下即可打开。");
  expect(write("en", FINISHED)).not.toContain("Members");
  expect(write("en", { conditions: [] })).toContain("passphrase");
});

test("a post says how a lucky draw is drawn and where to check it, and nothing of equal shares", () => {
  expect(write("en")).toContain("\nSealed before the first claim. Check it in the app at the end.");
  const together = { draw_rule: "together", draw_window_s: 60 } as const;
  expect(write("en", together)).toContain("One draw for all who enter within 1 minute of the first, however fast.");
  expect(write("zh-CN", together)).toContain("第一个人参与后 1 分钟内的人一起分");
  expect(write("en", { type: "ordinary" })).not.toContain("Sealed");
});

test("a post says until when it is open, in each reader's zone, and nothing of it once it is over", () => {
  const time = (language: Language) =>
    /<tg-time unix="1795874709" format="Dt">.*UTC<\/tg-time>/u.exec(write(language, { expires_at: EXPIRES_AT }))?.[0];
  expect(time("en")).toMatch(/>Nov 28, 2026, 2:05\sPM UTC</u);
  expect(time("zh-CN")).toContain(">2026年11月28日 14:05 UTC<");
  expect(write("en", { expires_at: EXPIRES_AT, ...FINISHED })).not.toContain("tg-time");
});

test("the last post lists who got how much in a folded quote, within its limit, and no words of theirs are markup", () => {
  const named = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${name} ${index + 1}`, amountBase: 10n ** 15n }));
  const shares = [{ name: "Bo & <b>", amountBase: 2n * 10n ** 15n }, ...named("Li", 2)];
  const over = { ...FINISHED, claimed_count: 3 };
  expect(write("en", { ...over, shares })).toContain(
    "\n<blockquote expandable>Bo &amp; &lt;b&gt; · 0.002 ETH\nLi 1 · 0.001 ETH\nLi 2 · 0.001 ETH</blockquote>",
  );
  const many = write("km", { ...over, claimed_count: 100, shares: named("x".repeat(60), 60) });
  expect(many).toMatch(/នាក់ទៀត<\/blockquote>$/u);
  expect(measureHtml(many)).toBeLessThanOrEqual(1024);
  expect(measureHtml(many)).toBeGreaterThan(900);
  expect(write("en", { status: "expired", claimed_count: 0 })).not.toContain("blockquote");
});

test("a post fits under a picture in every language, whatever people are called, and says at least how many there are", () => {
  // Each of these gets a mark that has no width.
  const long = "@a".repeat(70);
  const names = Array.from({ length: 9 }, () => long);
  const worst: Change = {
    first_name: long,
    total_base: 123_456_789_012_345_678_901n,
    count: 1_000,
    remark: "@a".repeat(60),
    conditions: names.map((title, place) => ({ chatId: `-${place}`, title, username: "a_group" })),
    expires_at: EXPIRES_AT,
  };
  const over: Change = {
    ...worst,
    ...FINISHED,
    claimed_count: 1_000,
    bestLuck: { names, amountBase: 123_456_789_012_345_678_901n },
    shares: names.map((name) => ({ name, amountBase: 123_456_789_012_345_678_900n })),
  };
  for (const language of LANGUAGES) {
    for (const change of [worst, over]) {
      expect(measureHtml(render(language, change).html), language).toBeLessThanOrEqual(1024);
    }
    expect(write(language, over)).toMatch(/<blockquote expandable>(?:[^<]*\n)?[^<]*\d[^<]*<\/blockquote>$/u);
  }
});

test("outside its group a message names no private chat", () => {
  expect(write("en", {}, false)).toContain("Members of a private group and Lunch news open it by a tap.");
  expect(write("en", {}, false)).not.toContain("Friday");
});

test("a post that is over leads on by its first button", () => {
  const closed = { status: "refunded", ended_at: AT, expires_at: EXPIRES_AT } as const;
  for (const over of [FINISHED, closed, { status: "expired" }] as const)
    expect(render("en", over)).toMatchObject({ button: { text: "See who got what" } });
});

test("the best luck is told once: the list goes on with everybody else", () => {
  const shares = [
    { name: "Zoe", amountBase: 3n * 10n ** 15n },
    { name: "Ben", amountBase: 2n * 10n ** 15n },
  ];
  const post = write("en", {
    ...FINISHED,
    claimed_count: 2,
    bestLuck: { names: ["Zoe"], amountBase: 3n * 10n ** 15n },
    shares,
  });
  expect(post.match(/Zoe/gu)).toHaveLength(1);
  expect(post).toContain("<blockquote expandable>Ben · 0.002 ETH</blockquote>");
});

test("a post writes amounts as its language writes numbers", () => {
  const shares = [{ name: "Bo", amountBase: 2n * 10n ** 15n }];
  const over = { ...FINISHED, claimed_count: 1, shares };
  expect(write("vi", over)).toContain("Lì xì may mắn · 0,01 ETH");
  expect(write("vi", over)).toContain("Bo · 0,002 ETH");
  expect(write("id", over)).toContain("Bo · 0,002 ETH");
  expect(write("es", over)).toContain("Bo · 0.002 ETH");
});
