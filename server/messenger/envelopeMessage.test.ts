import { expect, test } from "vitest";
import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { renderEnvelopeMessage, type ShownEnvelope } from "./envelopeMessage.ts";

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
  memberChats: ["Friday <lunch>", "Lunch news"],
  state: "open",
  bestLuck: null,
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
