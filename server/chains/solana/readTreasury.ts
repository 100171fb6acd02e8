import { readContext, readLamports } from "./nodeValues.ts";
import { readNearest } from "./readSignatures.ts";
import { type AccountBalances, askTransaction, isOfUnknownVersion, parseBalances } from "./readTransaction.ts";
import type { Call } from "./pool.ts";

/**
 * The treasury's balance after a final slot, in base units: what its newest transaction up to there left, or what the
 * next one found. An account of the System program changes by transactions alone.
 */
export async function readTreasuryAt(call: Call, treasury: string, slot: number): Promise<bigint> {
  const { before, after } = await readNearest(call, treasury, slot);
  const left = before === null ? null : await readBalances(call, before, treasury);
  if (left !== null) return left.postBase;
  if (after === null) return readBalance(call, treasury, "finalized");
  const found = await readBalances(call, after, treasury);
  if (found === null) throw new Error("no transaction beside the slot can be read");
  return found.preBase;
}

/** Null for a transaction of a version that is not known here. */
async function readBalances(call: Call, txHash: string, treasury: string): Promise<AccountBalances | null> {
  let answer: unknown;
  try {
    answer = await askTransaction(call, txHash, "finalized");
  } catch (error) {
    if (isOfUnknownVersion(error)) return null;
    throw error;
  }
  const balances = parseBalances(answer, txHash, treasury);
  if (balances === null) throw new Error("a transaction that does not name the treasury");
  return balances;
}

export async function readBalance(call: Call, address: string, commitment: string): Promise<bigint> {
  return readLamports(readContext(await call("getBalance", [address, { commitment }])).value);
}
