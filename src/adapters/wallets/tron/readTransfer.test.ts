import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";

import { readTransfer } from "./readTransfer.ts";

/** What TronWeb 6.5.1 makes of 1.5 TRX to 41…5508, and of what looks like it. */
const START = "0a020a1b220801020304050607084080f0cc86a637";
const FROM = "4119e7e376e7c213b7e7e7e46cc70a5dd086daff2a";
const TO = "411563915e194d8cfba1943570603f7606a3115508";
const TRANSFER =
  "5a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a15" +
  `${FROM}1215${TO}18e0c65b`;
const TOKEN =
  "5a75080212710a32747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e736665724173736574436f6e747261637412" +
  `3b0a0731303030303031` +
  `1215${FROM}1a15${TO}20e0c65b`;
const CALL =
  "5a6b081f12670a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412320a15" +
  `${FROM}1215${TO}18e0c65b`;
const END = "70c0eb8f86a637";
const MEMO = "52056f72646572";

const TX_ID = "7d4aed2f94101d64953f601285b209d1e0c831250c8f038896fcf52224233326";
const MEMO_TX_ID = "5f1c2cd547727f1a26ca54f1435d0a97695a2deb21ac37f0bc6d0c56812c49a8";
const TOKEN_TX_ID = "df01a94dd728e98fa364c2103fb5139d17afe3d18eca575b6d85f36d527fb7f9";
const CALL_TX_ID = "23c0b0c8669fa88f85660f9b87bbe530babe3c0ad1a57ec57f8ff141ffa3b966";

/** A transaction of these bytes, with the id that they have. */
function write(hex: string) {
  return { txID: createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex"), raw_data_hex: hex };
}

describe("readTransfer", () => {
  it("reads what a transfer pays, and its id", () => {
    expect(readTransfer({ txID: TX_ID, raw_data_hex: START + TRANSFER + END })).toEqual({
      txId: TX_ID,
      from: FROM,
      to: TO,
      amountBase: 1_500_000n,
    });
  });

  it.each([
    ["a transfer with a memo, which burns a fee", MEMO_TX_ID, START + MEMO + TRANSFER + END],
    ["a transfer of another asset", TOKEN_TX_ID, START + TOKEN + END],
    ["a call of a contract", CALL_TX_ID, START + CALL + END],
  ])("%s pays nothing", (_, txID, hex) => {
    expect(readTransfer({ txID, raw_data_hex: hex })).toBeNull();
  });

  it.each([
    ["another id", { txID: MEMO_TX_ID, raw_data_hex: START + TRANSFER + END }],
    ["bytes that end early", write((START + TRANSFER + END).slice(0, -2))],
    ["two transfers", write(START + TRANSFER + TRANSFER + END)],
    ["no bytes", { txID: TX_ID, raw_data: {} }],
    ["no hex", { txID: TX_ID, raw_data_hex: "transfer" }],
    ["a text", TX_ID],
    ["nothing", null],
  ])("%s pay nothing", (_, transaction) => {
    expect(readTransfer(transaction)).toBeNull();
  });
});
