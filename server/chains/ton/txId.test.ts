import { Address, beginCell, Cell, external, loadMessage, storeMessage } from "@ton/core";
import { expect, test } from "vitest";
import { hashExternalMessage } from "./messageHash.ts";
import { parseTonTxId } from "./txId.ts";

const HEX = "a0cfc2c48aee16a271f2cfc0b7382d81756cecb1017d077faaab3bb602f6868c";
const BASE64 = Buffer.from(HEX, "hex").toString("base64");

test.each([
  HEX,
  HEX.toUpperCase(),
  `0x${HEX}`,
  BASE64,
  BASE64.slice(0, -1),
  Buffer.from(HEX, "hex").toString("base64url"),
])("an id is 32 bytes in hex or base64: %s", (text) => {
  expect(parseTonTxId(text)).toBe(HEX);
});

test.each(["", "ab", HEX.slice(1), `${HEX}0`, `${BASE64}=`, "z".repeat(64), ` ${HEX}`])("%j is no id", (text) => {
  expect(parseTonTxId(text)).toBeNull();
});

test("a message is called the same whatever wallets and nodes add to it (TEP-467)", () => {
  const to = new Address(0, Buffer.alloc(32, 1));
  const body = beginCell().storeUint(7, 64).endCell();
  const init = { code: beginCell().endCell(), data: beginCell().endCell() };
  const hashes = [
    external({ to, body }),
    external({ to, body, init }),
    { info: { type: "external-in" as const, dest: to, importFee: 5n }, body },
  ].flatMap((message) =>
    [true, false].map((forceRef) => {
      const cell = beginCell().store(storeMessage(message, { forceRef })).endCell();
      return hashExternalMessage(loadMessage(cell.beginParse()));
    }),
  );
  expect(new Set(hashes).size).toBe(1);
  const [hash] = hashes;
  const normalized = beginCell()
    .store(storeMessage(external({ to, body }), { forceRef: true }))
    .endCell();
  expect(normalized.hash().toString("hex")).toBe(hash);
  expect(hashExternalMessage(external({ to, body: new Cell() }))).not.toBe(hash);
});
