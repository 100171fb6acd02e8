import { expect, test } from "vitest";
import type { App } from "#server/app.ts";
import { type Language, LANGUAGES } from "#domain/language/language.ts";
import { measureHtml } from "./botText.ts";
import { renderEnvelopeMessage } from "./envelopeMessage.ts";
import type { ShownEnvelope } from "./shownEnvelope.ts";

const APP = {
  config: { appSecrets: ["a secret of the tests"], botAppName: "app" },
  telegram: { username: "hongbao_test_bot" },
} as unknown as Pick<App, "config" | "telegram">;

const SHOWN: ShownEnvelope = {
  envelopeId: "e1",
  chatId: -1001n,
  senderName: "Anna",
  type: "luckyDraw",
  coinType: "eth",
  totalBase: 10n ** 16n,
  count: 5,
  claimedCount: 0,
  remark: "",
  messageId: null,
  memberChats: [
    { title: "Friday <lunch>", isPrivate: true },
    { title: "Lunch news", isPrivate: false },
  ],
  state: "open",
  bestLuck: null,
  shares: [],
  expiresAt: null,
};

/** Without the marks that keep names of people in their place. */
const write = (language: Language, change: Partial<ShownEnvelope> = {}) =>
  renderEnvelopeMessage(APP, language, { ...SHOWN, ...change }).html.replaceAll(/[\u2068\u2069]/g, "");

test("a post says who opens an envelope for members, as long as it is open, and asks for no passphrase", () => {
  expect(write("en")).toContain("Members of Friday &lt;lunch&gt; and Lunch news open it by a tap.");
  expect(write("en")).not.toContain("passphrase");
  expect(write("zh-CN")).toContain("Friday &lt;lunch&gt;和Lunch news 的成员点一下即可打开。");
  expect(write("en", { state: "finished" })).not.toContain("Members");
  expect(write("en", { memberChats: [] })).toContain("passphrase");
});

test("a post says until when it is open, in each reader's zone, and nothing of it once it is over", () => {
  const expiresAt = new Date("2026-11-28T14:05:09Z");
  const time = (language: Language) =>
    /<tg-time unix="1795874709" format="Dt">.*UTC<\/tg-time>/u.exec(write(language, { expiresAt }))?.[0];
  expect(time("en")).toMatch(/>Nov 28, 2026, 2:05\sPM UTC</u);
  expect(time("zh-CN")).toContain(">2026年11月28日 14:05 UTC<");
  expect(write("en", { expiresAt, state: "finished" })).not.toContain("tg-time");
});

test("the last post lists who got how much in a folded quote, within its limit, and no words of theirs are markup", () => {
  const named = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${name} ${index + 1}`, amountBase: 10n ** 15n }));
  const shares = [{ name: "Bo & <b>", amountBase: 2n * 10n ** 15n }, ...named("Li", 2)];
  const over = { state: "finished", claimedCount: 3 } as const;
  expect(write("en", { ...over, shares })).toContain(
    "\n<blockquote expandable>Bo &amp; &lt;b&gt; · 0.002 ETH\nLi 1 · 0.001 ETH\nLi 2 · 0.001 ETH</blockquote>",
  );
  const many = write("km", { ...over, claimedCount: 100, shares: named("x".repeat(60), 60) });
  expect(many).toMatch(/នាក់ទៀត<\/blockquote>$/u);
  expect(measureHtml(many)).toBeLessThanOrEqual(1024);
  expect(measureHtml(many)).toBeGreaterThan(900);
  expect(write("en", { ...over, state: "expired", claimedCount: 0 })).not.toContain("blockquote");
});

test("a post fits under a picture in every language, whatever people are called, and says at least how many there are", () => {
  // Each of these gets a mark that has no width.
  const long = "@a".repeat(70);
  const names = Array.from({ length: 9 }, () => long);
  const worst: Partial<ShownEnvelope> = {
    senderName: long,
    totalBase: 123_456_789_012_345_678_901n,
    count: 1_000,
    remark: "@a".repeat(60),
    memberChats: names.map((title) => ({ title, isPrivate: false })),
    expiresAt: new Date("2026-11-28T14:05:09Z"),
  };
  const over: Partial<ShownEnvelope> = {
    ...worst,
    state: "finished",
    claimedCount: 1_000,
    bestLuck: { names, amountBase: 123_456_789_012_345_678_901n },
    shares: names.map((name) => ({ name, amountBase: 123_456_789_012_345_678_900n })),
  };
  for (const language of LANGUAGES) {
    const measure = (change: Partial<ShownEnvelope>) =>
      measureHtml(renderEnvelopeMessage(APP, language, { ...SHOWN, ...change }).html);
    for (const change of [worst, over]) expect(measure(change), language).toBeLessThanOrEqual(1024);
    expect(write(language, over)).toMatch(/<blockquote expandable>(?:[^<]*\n)?[^<]*\d[^<]*<\/blockquote>$/u);
  }
});

test("outside its group a message names no private chat", () => {
  expect(write("en", { chatId: null })).toContain("Members of a private group and Lunch news open it by a tap.");
  expect(write("en", { chatId: null })).not.toContain("Friday");
});

test("a post that is over leads on by its first button", () => {
  const show = (change: Partial<ShownEnvelope>) => renderEnvelopeMessage(APP, "en", { ...SHOWN, ...change });
  for (const state of ["finished", "closed", "expired"] as const)
    expect(show({ state })).toMatchObject({ button: { text: "See who got what" } });
});

test("the best luck is told once: the list goes on with everybody else", () => {
  const shares = [
    { name: "Zoe", amountBase: 3n * 10n ** 15n },
    { name: "Ben", amountBase: 2n * 10n ** 15n },
  ];
  const post = write("en", {
    state: "finished",
    claimedCount: 2,
    bestLuck: { names: ["Zoe"], amountBase: 3n * 10n ** 15n },
    shares,
  });
  expect(post.match(/Zoe/gu)).toHaveLength(1);
  expect(post).toContain("<blockquote expandable>Ben · 0.002 ETH</blockquote>");
});

test("a post writes amounts as its language writes numbers", () => {
  const shares = [{ name: "Bo", amountBase: 2n * 10n ** 15n }];
  const over = { state: "finished", claimedCount: 1, shares } as const;
  expect(write("vi", over)).toContain("Lì xì may mắn · 0,01 ETH");
  expect(write("vi", over)).toContain("Bo · 0,002 ETH");
  expect(write("id", over)).toContain("Bo · 0,002 ETH");
  expect(write("es", over)).toContain("Bo · 0.002 ETH");
});
