import { describe, expect, it } from "vitest";
import { encodeBase58 } from "#domain/address/base58.ts";
import { readTransaction, SYSTEM_PROGRAM } from "./transaction.ts";
import { readTransfersTo } from "./transfers.ts";

const key = (byte: number) => encodeBase58(Buffer.alloc(32, byte));
const [PAYER, TREASURY, PROGRAM, REFERENCE] = [key(1), key(2), key(3), key(4)];
const TX_HASH = encodeBase58(Buffer.alloc(64, 9));

/** The data of a System instruction. */
function write(tag: number, lamports: bigint, more = 0): string {
  const data = Buffer.alloc(12 + more);
  data.writeUInt32LE(tag, 0);
  data.writeBigUInt64LE(lamports, 4);
  return encodeBase58(data);
}

/** What a node answers of a transaction with these instructions; the reference comes from a lookup table. */
function answer(outer: readonly unknown[], inner: unknown, err: unknown = null) {
  const balances = [1, 1, 1, 1, 1];
  return async () => ({
    slot: 7,
    blockTime: 1_750_000_000,
    transaction: {
      signatures: [TX_HASH],
      message: { accountKeys: [PAYER, TREASURY, PROGRAM, SYSTEM_PROGRAM], instructions: outer },
    },
    meta: {
      err,
      fee: 5_000,
      preBalances: balances,
      postBalances: balances,
      innerInstructions: inner,
      loadedAddresses: { writable: [], readonly: [REFERENCE] },
    },
  });
}

const transfer = (lamports: bigint, accounts: readonly number[] = [0, 1], data = write(2, lamports)) => ({
  programIdIndex: 3,
  accounts,
  data,
});
const called = { programIdIndex: 2, accounts: [0, 1], data: "" };

async function read(outer: readonly unknown[], inner: unknown = [], err: unknown = null) {
  const transaction = await readTransaction(answer(outer, inner, err), TX_HASH, "confirmed");
  return transaction === null ? [] : readTransfersTo(new Set([TREASURY]), transaction);
}

describe("the transfers of a transaction", () => {
  it("are those of its instructions and of the programs that they call, in the order in which they ran", async () => {
    const inner = [{ index: 0, instructions: [transfer(11n), called, transfer(12n, [0, 1, 4])] }];
    const transfers = await read([called, transfer(2n ** 63n)], inner);
    expect(transfers.map(({ index, amountBase, reference }) => [index, amountBase, reference])).toEqual([
      [0, 11n, null],
      [1, 12n, REFERENCE],
      [2, 2n ** 63n, null],
    ]);
    expect(transfers[0]).toMatchObject({ from: PAYER, txHash: TX_HASH, position: 7n });
  });

  it("may have bytes that the System program ignores", async () => {
    expect(await read([transfer(5n, [0, 1], write(2, 5n, 3))])).toMatchObject([{ amountBase: 5n }]);
  });

  it("are none of a failed transaction, of other instructions, of other programs and of short data", async () => {
    expect(await read([transfer(5n)], [], { InstructionError: [0, "GenericError"] })).toEqual([]);
    const createAccount = transfer(5n, [0, 1], write(0, 5n));
    expect(await read([createAccount, { ...transfer(5n), programIdIndex: 2 }])).toEqual([]);
    expect(await read([transfer(5n, [0, 1], encodeBase58(Buffer.from([2, 0, 0, 0])))])).toEqual([]);
    expect(await read([transfer(5n, [0])])).toEqual([]);
  });

  it("are not read where a node leaves inner instructions, balances or accounts out", async () => {
    await expect(read([transfer(5n)], null)).rejects.toThrow(/not a list/);
    await expect(read([transfer(5n, [0, 9])])).rejects.toThrow(/not there/);
  });
});
