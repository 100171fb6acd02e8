import { readContext, readLamports } from "./nodeValues.ts";
import { readNearest } from "./readSignatures.ts";
import { type AccountBalances, askTransaction, isOfUnknownVersion, parseBalances } from "./readTransaction.ts";
import type { Call } from "./pool.ts";

/** What all addresses hold together after a final slot, in base units. */
export async function readTreasuryAt(call: Call, addresses: Iterable<string>, slot: number): Promise<bigint> {
  let sumBase = 0n;
  for (const address of addresses) sumBase += await readBalanceAt(call, address, slot);
  return sumBase;
}

/**
 * An address's balance after a final slot: what its newest transaction up to there left, or what the next one found. An
 * account of the System program changes by transactions alone.
 */
async function readBalanceAt(call: Call, address: string, slot: number): Promise<bigint> {
  const { before, after } = await readNearest(call, address, slot);
  const left = before === null ? null : await readBalances(call, before, address);
  if (left !== null) return left.postBase;
  if (after === null) return readBalance(call, address, "finalized");
  const found = await readBalances(call, after, address);
  if (found === null) throw new Error("no transaction beside the slot can be read");
  return found.preBase;
}

/** Null for a transaction of a version that is not known here. */
async function readBalances(call: Call, txHash: string, address: string): Promise<AccountBalances | null> {
  let answer: unknown;
  try {
    answer = await askTransaction(call, txHash, "finalized");
  } catch (error) {
    if (isOfUnknownVersion(error)) return null;
    throw error;
  }
  const balances = parseBalances(answer, txHash, address);
  if (balances === null) throw new Error("a transaction that does not name the address");
  return balances;
}

export async function readBalance(call: Call, address: string, commitment: string): Promise<bigint> {
  return readLamports(readContext(await call("getBalance", [address, { commitment }])).value);
}
