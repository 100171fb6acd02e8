import type { Address, Transaction } from "@ton/core";
import type { Call } from "./pool.ts";
import { readAccount } from "./readAccount.ts";
import { readTransactions } from "./readTransactions.ts";
import { readArrival } from "./readTransfers.ts";

/** The treasury after a block, and what the network took from it since an earlier one. */
export interface TreasuryReading {
  balanceBase: bigint;
  upkeepBase: bigint;
}

/** Reads what all addresses hold together after the block `seqno`, and their upkeep. */
export async function readTreasuryAt(
  call: Call,
  addresses: readonly Address[],
  asked: { seqno: number; since: number | null },
): Promise<TreasuryReading> {
  const sum = { balanceBase: 0n, upkeepBase: 0n };
  for (const address of addresses) {
    const { balanceBase, upkeepBase } = await readOne(call, address.toRawString(), asked);
    sum.balanceBase += balanceBase;
    sum.upkeepBase += upkeepBase;
  }
  return sum;
}

/**
 * Reads one address after the block `seqno`. Its upkeep is what receiving has cost it, and its place in the chain, since
 * the block `since`: the fees of what it sent belong to that. No upkeep without `since`.
 */
async function readOne(
  call: Call,
  address: string,
  { seqno, since }: { seqno: number; since: number | null },
): Promise<TreasuryReading> {
  const upTo = await readAccount(call, address, seqno);
  if (since === null || since >= seqno) return { balanceBase: upTo.balanceBase, upkeepBase: 0n };
  const after = await readAccount(call, address, since);
  const { placed } = await readTransactions(call, address, { after, upTo });
  return {
    balanceBase: upTo.balanceBase,
    upkeepBase: placed.reduce((sum, { transaction }) => sum + readCost(transaction), 0n),
  };
}

/**
 * What a transaction cost the treasury besides what its own messages cost. One that sent the coins of a message back
 * took its fees from them, all but what the treasury's place in the chain had cost until then.
 */
function readCost(transaction: Transaction): bigint {
  const { inMessage, description, totalFees } = transaction;
  if (inMessage?.info.type !== "internal" || description.type !== "generic") return 0n;
  return readArrival(transaction) === null ? (description.storagePhase?.storageFeesCollected ?? 0n) : totalFees.coins;
}
