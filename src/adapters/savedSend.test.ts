import { expect, test } from "vitest";

import { formatSavedSend, type SavedSend } from "#machines/envelopeSend/sendForm.ts";

import { parseSavedSend } from "./savedSend.ts";

const SAVED: SavedSend = {
  draft: {
    type: "ordinary",
    coinType: "eth",
    count: "5",
    totalAmount: null,
    singleAmount: "0.01",
    passphrase: "happy year",
    claimRule: "members",
    requiredChatIds: ["-1003"],
    drawRule: "together",
    drawWindowS: 60,
    remark: "",
    coverId: "eid",
    messageId: null,
  },
  chatIds: ["-1001", "-1002"],
};

/** The kept text with one field of the form set to something else. */
function breakField(field: keyof SavedSend["draft"], value: unknown): string {
  return JSON.stringify({ version: 5, ...SAVED, draft: { ...SAVED.draft, [field]: value } });
}

test("a form comes back as it was kept", () => {
  expect(parseSavedSend(formatSavedSend(SAVED))).toEqual(SAVED);
  expect(parseSavedSend(formatSavedSend({ ...SAVED, chatIds: [] }))).toEqual({ ...SAVED, chatIds: [] });
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["no object", "null"],
  ["a form of no version", JSON.stringify(SAVED)],
  ["a form of another version", JSON.stringify({ version: 4, ...SAVED })],
  ["no form", JSON.stringify({ version: 5, chatIds: [] })],
  ["chats that are no list", JSON.stringify({ version: 5, ...SAVED, chatIds: "-1001" })],
  ["a chat that is no text", JSON.stringify({ version: 5, ...SAVED, chatIds: [5] })],
  ["an unknown type", breakField("type", "loud")],
  ["an unknown coin", breakField("coinType", "doge")],
  ["a count that is no text", breakField("count", 5)],
  ["two amounts", breakField("totalAmount", "0.05")],
  ["no amount", breakField("singleAmount", null)],
  ["a passphrase of nobody", breakField("passphrase", null)],
  ["a remark that is no text", breakField("remark", ["x"])],
  ["an unknown way to draw", breakField("drawRule", "later")],
  ["an unknown window", breakField("drawWindowS", 30)],
  ["an unknown cover", breakField("coverId", "newYear")],
  ["an unknown preset text", breakField("messageId", "tet")],
])("%s is no form", (_, text) => {
  expect(parseSavedSend(text)).toBeNull();
});
