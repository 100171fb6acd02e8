import { beginCell, external, Address, Cell, storeMessage, type StateInit } from "@ton/core";
import { expect, it } from "vitest";

import { hashMessage } from "./hashMessage.ts";

const TO = Address.parse("0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8");

const text = (words: string) => beginCell().storeUint(0, 32).storeStringTail(words).endCell();
const shared = text("both");
const LONG = beginCell()
  .storeUint(5, 3)
  .storeRef(
    beginCell()
      .storeRef(shared)
      .storeRef(text("x".repeat(300)))
      .endCell(),
  )
  .storeRef(shared)
  .endCell();
const INIT: StateInit = { code: text("code"), data: text("data"), splitDepth: 3, special: { tick: true, tock: false } };

/** TEP-467. */
function normalize(body: Cell): string {
  return beginCell()
    .storeUint(0b1000, 4)
    .storeAddress(TO)
    .storeCoins(0)
    .storeUint(0b01, 2)
    .storeRef(body)
    .endCell()
    .hash()
    .toString("hex");
}

function pack(body: Cell, init?: StateInit): Cell {
  return beginCell()
    .store(storeMessage(external({ to: TO, body, ...(init === undefined ? {} : { init }) })))
    .endCell();
}

it.each([
  ["a body of its own", pack(LONG), LONG],
  ["code and data", pack(LONG, INIT), LONG],
  ["a short body that follows", pack(text("hi")), text("hi")],
  ["an empty body", pack(Cell.EMPTY), Cell.EMPTY],
  [
    "a fee for the import",
    beginCell().storeUint(0b1000, 4).storeAddress(TO).storeCoins(70_000).storeUint(0b01, 2).storeRef(LONG).endCell(),
    LONG,
  ],
])("is the normalized hash of a message with %s", async (_, message, body) => {
  for (const options of [{ idx: false }, { idx: true }, { crc32: true }]) {
    expect(await hashMessage(message.toBoc(options).toString("base64"))).toBe(normalize(body));
  }
});

it("takes base64url, too", async () => {
  await expect(hashMessage(pack(LONG).toBoc().toString("base64url"))).resolves.toBe(normalize(LONG));
});

it.each(["", "AAAA", pack(LONG).toBoc().subarray(0, 40).toString("base64"), "%%%", LONG.toBoc().toString("base64")])(
  "refuses %s",
  async (boc) => {
    await expect(hashMessage(boc)).rejects.toThrow(/./u);
  },
);
