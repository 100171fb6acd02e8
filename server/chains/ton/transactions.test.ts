import {
  Address,
  beginCell,
  Cell,
  comment,
  external,
  internal,
  loadMessage,
  storeMessage,
  type Message,
} from "@ton/core";
import fc from "#tests/support/fastCheck.ts";
import { expect, test } from "vitest";
import { judgeTonProof } from "./proof.ts";
import { readLinked, readTransactions } from "./transactions.ts";
import { readComment, readOpcode } from "./values.ts";
import { listWallets, readWallet } from "./wallets.ts";

const ACCOUNT = new Address(0, Buffer.alloc(32, 7));
const SENDER = new Address(0, Buffer.alloc(32, 8));

/** A cell that names another one by its hash, as a library does. */
function createLibraryCell(): Cell {
  return beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32, 1)).endCell({ exotic: true });
}

/** Any tree of cells, some of them exotic. */
const cells = fc.letrec<{ cell: Cell }>((tie) => ({
  cell: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(Cell.EMPTY, createLibraryCell(), comment("0123456789ABCDEF"), deepen(comment("deep"), 500)),
    fc
      .record({
        head: fc.constantFrom("", "00000000", "7362d09c", "ffffffff"),
        data: fc.uint8Array({ maxLength: 100 }),
        loose: fc.integer({ min: 0, max: 7 }),
        refs: fc.array(tie("cell"), { maxLength: 4 }),
      })
      .map(({ head, data, loose, refs }) => {
        const builder = beginCell().storeBuffer(Buffer.from(head, "hex")).storeBuffer(Buffer.from(data));
        builder.storeUint(0, loose);
        for (const ref of refs) builder.storeRef(ref);
        return builder.endCell();
      }),
  ),
})).cell;

function deepen(cell: Cell, depth: number): Cell {
  return Array.from({ length: depth }).reduce<Cell>((inner) => beginCell().storeRef(inner).endCell(), cell);
}

const amounts = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 120n - 1n }), fc.constantFrom(0n, 2n ** 63n, 2n ** 64n));
const times = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

/** A transaction as a node hands it over, with whatever for its messages and its description. */
function writeTransaction(messages: Cell, values: { lt: bigint; beforeLt: bigint }, description: Cell) {
  const cell = beginCell()
    .storeUint(0b0111, 4)
    .storeBuffer(ACCOUNT.hash)
    .storeUint(values.lt, 64)
    .storeBuffer(Buffer.alloc(32, 3))
    .storeUint(values.beforeLt, 64)
    .storeUint(1_700_000_000, 32)
    .storeUint(0, 15)
    .storeUint(0b1010, 4)
    .storeRef(messages)
    .storeCoins(5)
    .storeBit(false)
    .storeRef(beginCell().storeUint(0x72, 8).storeBuffer(Buffer.alloc(64)).endCell())
    .storeRef(description)
    .endCell();
  return { cell, item: { data: cell.toBoc().toString("base64") } };
}

const holdMessage = (message: Cell) => beginCell().storeBit(true).storeRef(message).storeBit(false).endCell();

function writeMessage(message: Message): Cell {
  return beginCell()
    .store(storeMessage(message, { forceRef: true }))
    .endCell();
}

function sendTo(value: bigint, body: Cell): Message {
  const { info } = internal({ to: ACCOUNT, value, body });
  if (info.type !== "internal") throw new Error("an internal message");
  return { info: { ...info, src: SENDER, ihrFee: 0n, forwardFee: 0n, createdAt: 1, createdLt: 2n ** 64n - 1n }, body };
}

test("no body of a message throws, whatever a stranger put into it", () => {
  fc.assert(
    fc.property(cells, (body) => {
      const text = readComment(body);
      expect(text === null || text.length > 0).toBe(true);
      const opcode = readOpcode(body);
      expect(opcode === null || Number.isSafeInteger(opcode)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("an exotic cell is no comment, at the beginning and behind one", () => {
  const head = beginCell().storeUint(0, 32).storeBuffer(Buffer.from("0123456789ABCDEF"));
  expect(readComment(createLibraryCell())).toBeNull();
  expect(readOpcode(createLibraryCell())).toBeNull();
  expect(readComment(head.storeRef(createLibraryCell()).endCell())).toBeNull();
});

test("the place of a transaction is read whatever a stranger's message makes of the rest", () => {
  fc.assert(
    fc.property(cells, cells, amounts, times, times, (body, description, value, lt, beforeLt) => {
      const messages = holdMessage(writeMessage(sendTo(value, body)));
      const { cell, item } = writeTransaction(messages, { lt, beforeLt }, description);
      const linked = readLinked(item, ACCOUNT.toRawString());
      expect(linked).toMatchObject({
        lt,
        hash: cell.hash().toString("hex"),
        before: { lt: beforeLt, hash: "03".repeat(32) },
      });
    }),
    { numRuns: 100 },
  );
});

test("a transaction that cannot be read is set aside, and the walk goes on behind it", async () => {
  const odd = writeTransaction(holdMessage(writeMessage(sendTo(5n, Cell.EMPTY))), { lt: 9n, beforeLt: 0n }, Cell.EMPTY);
  const state = { balanceBase: 0n, status: "active", readState: () => ({ code: null, data: null }) } as const;
  const after = { ...state, seqno: 4, lastLt: 0n, lastHash: "00".repeat(32) };
  const upTo = { ...state, seqno: 5, lastLt: 9n, lastHash: odd.cell.hash().toString("hex") };
  const call = async () => [odd.item];
  expect(await readTransactions(call, ACCOUNT.toRawString(), { after, upTo })).toEqual({
    placed: [],
    unread: [{ hash: upTo.lastHash, seqno: 5, reason: expect.any(String) as string }],
  });
});

test("a message of the account's own key that cannot be read is never set aside", () => {
  const own = writeMessage(external({ to: ACCOUNT, body: Cell.EMPTY }));
  expect(loadMessage(own.beginParse()).info.type).toBe("external-in");
  const { item } = writeTransaction(holdMessage(own), { lt: 5n, beforeLt: 4n }, Cell.EMPTY);
  expect(() => readLinked(item, ACCOUNT.toRawString())).toThrow(/./u);
  const { item: foreign } = writeTransaction(holdMessage(createLibraryCell()), { lt: 5n, beforeLt: 4n }, Cell.EMPTY);
  expect(() => readLinked(foreign, ACCOUNT.toRawString())).toThrow(/./u);
});

test("neither a wallet's data nor a first state throws", async () => {
  const v4r2 = listWallets(Buffer.alloc(32, 1))[0]?.init ?? {};
  await fc.assert(
    fc.asyncProperty(cells, cells, async (code, data) => {
      expect(readWallet({ code, data })?.kind.name).toBeUndefined();
      const known = readWallet({ ...v4r2, data });
      expect(known === null || known.publicKey.length === 32).toBe(true);
      const proof = {
        timestamp: 1,
        domain: { lengthBytes: 1, value: "a" },
        signature: Buffer.alloc(64).toString("base64"),
        payload: "hongbao-aaaaaaaa-1-2",
        publicKey: "00".repeat(32),
        stateInit: data.toBoc().toString("base64"),
      };
      const wallet = {
        address: ACCOUNT.toRawString(),
        globalId: -3,
        readContractKey: async () => ({ kind: "undeployed" }) as const,
      };
      expect(await judgeTonProof(proof, { payload: proof.payload, domain: "a" }, wallet)).toBe("foreign");
    }),
    { numRuns: 100 },
  );
});
