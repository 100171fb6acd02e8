import { readContext, readLamports } from "./nodeValues.ts";
import { readNearest } from "./readSignatures.ts";
import { readTransaction } from "./readTransaction.ts";
import type { Call } from "./pool.ts";

/**
 * The treasury's balance after a final slot, in base units: what its newest transaction up to there left. An account of
 * the System program changes by transactions alone.
 */
export async function readTreasuryAt(call: Call, treasury: string, slot: number): Promise<bigint> {
  const nearest = await readNearest(call, treasury, slot);
  if (nearest === null) return readBalance(call, treasury, "finalized");
  const transaction = await readTransaction(call, nearest.txHash, "finalized");
  const place = transaction?.accounts.indexOf(treasury) ?? -1;
  const balances = nearest.isAfter ? transaction?.preBalances : transaction?.postBalances;
  const balanceBase = balances?.[place];
  if (balanceBase === undefined) throw new Error("a transaction that does not name the treasury");
  return balanceBase;
}

export async function readBalance(call: Call, address: string, commitment: string): Promise<bigint> {
  return readLamports(readContext(await call("getBalance", [address, { commitment }])).value);
}
