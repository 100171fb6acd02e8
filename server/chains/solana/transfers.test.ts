import fc from "#tests/support/fastCheck.ts";
import { expect, it } from "vitest";
import { encodeBase58 } from "#domain/address/base58.ts";
import { changeAnyhow } from "#tests/support/changeAnyhow.ts";
import { JsonRpcError } from "../jsonRpc.ts";
import { SYSTEM_PROGRAM } from "./transaction.ts";
import type { Call } from "./network.ts";
import { createRangeReader } from "./transfers.ts";

const key = (byte: number) => encodeBase58(Buffer.alloc(32, byte));
const [PAYER, TREASURY] = [key(1), key(2)];
const PAYMENT = encodeBase58(Buffer.alloc(64, 9));
const FOREIGN = encodeBase58(Buffer.alloc(64, 8));
const AMOUNT = 5_000n;

function writeTransfer(): string {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2, 0);
  data.writeBigUInt64LE(AMOUNT, 4);
  return encodeBase58(data);
}

/** A payment as a node tells it. */
function tell(txHash: string) {
  return {
    slot: 7,
    blockTime: 1_750_000_000,
    version: 1,
    transaction: {
      signatures: [txHash],
      message: {
        header: { numRequiredSignatures: 1 },
        accountKeys: [PAYER, TREASURY, SYSTEM_PROGRAM],
        instructions: [{ programIdIndex: 2, accounts: [0, 1], data: writeTransfer() }],
      },
    },
    meta: { err: null, fee: 5_000, preBalances: [9, 1, 1], postBalances: [8, 2, 1], innerInstructions: [] },
  };
}

/** Reads a payment beside another transaction. */
async function read(foreign: unknown) {
  const readRange = createRangeReader(
    async (method, [txHash]) => {
      if (method === "getSignaturesForAddress") {
        return [FOREIGN, PAYMENT].map((signature) => ({ signature, slot: 7, err: null }));
      }
      if (txHash === PAYMENT) return tell(PAYMENT);
      if (foreign instanceof Error) throw foreign;
      return foreign;
    },
    new Set([TREASURY]),
  );
  return readRange({ after: 6, upTo: 7 });
}

it("finds a payment beside any other transaction, which is read or set aside", async () => {
  await fc.assert(
    fc.asyncProperty(changeAnyhow(tell(FOREIGN)), async (foreign) => {
      const { transfers, unread } = await read(foreign);
      expect(transfers.some(({ txHash, amountBase }) => txHash === PAYMENT && amountBase === AMOUNT)).toBe(true);
      expect(unread.every(({ txHash }) => txHash === FOREIGN)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it("sets aside a version that is not known here, whether the node refuses it or tells it", async () => {
  const refused = new JsonRpcError(-32_015, "Transaction version (2) is not supported by the requesting client.");
  for (const foreign of [refused, { ...tell(FOREIGN), version: 2 }]) {
    const { transfers, unread } = await read(foreign);
    expect(transfers.map(({ txHash }) => txHash)).toEqual([PAYMENT]);
    expect(unread).toEqual([
      { txHash: FOREIGN, position: 7n, reason: "a version of transactions that is not known here" },
    ]);
  }
});

it("skips what brings the treasury nothing, however it is made", async () => {
  const told = tell(FOREIGN);
  const meta = { ...told.meta, preBalances: [2 ** 60, 5, {}], postBalances: [2 ** 60, 5, {}], innerInstructions: null };
  expect(await read({ ...told, meta })).toMatchObject({ transfers: [{ txHash: PAYMENT }], unread: [] });
});

it("asks an endpoint for what another one tells as nothing", async () => {
  const read = (call: Call) => createRangeReader(call, new Set([TREASURY]))({ after: 6, upTo: 7 });
  const createCall = (told: unknown) => async (method: string) =>
    method === "getSignaturesForAddress" ? [{ signature: PAYMENT, slot: 7, err: null }] : told;
  const honest = tell(PAYMENT);
  const liar = createCall({ ...honest, meta: { ...honest.meta, postBalances: honest.meta.preBalances } });
  expect(await read(liar)).toMatchObject({ transfers: [] });
  expect(await read(createCall(honest))).toMatchObject({
    transfers: [{ txHash: PAYMENT }],
  });
});

it("counts a failure of the endpoint as one", async () => {
  await expect(read(new JsonRpcError(-32_005, "Node is behind"))).rejects.toThrow("Node is behind");
});

it("sets a transaction aside that is of another block than the one it is listed in", async () => {
  const call = async (method: string) =>
    method === "getSignaturesForAddress" ? [{ signature: PAYMENT, slot: 9, err: null }] : tell(PAYMENT);
  const { transfers, unread } = await createRangeReader(call, new Set([TREASURY]))({ after: 8, upTo: 9 });
  expect(transfers).toEqual([]);
  expect(unread).toMatchObject([{ txHash: PAYMENT, position: 9n }]);
});
