import { toAddressKey } from "#domain/address/addressKey.ts";
import type { OutgoingTransaction } from "../chain.ts";
import { readTransaction } from "./readTransaction.ts";
import { listTransfers } from "./readTransfers.ts";
import type { Call } from "./pool.ts";

interface AskedOutgoing {
  txHash: string;
  treasuries: ReadonlySet<string>;
  /** The newest final slot of this endpoint. */
  final: number;
}

/**
 * A final transaction by which the treasury sent one transfer, or paid a fee alone, as one endpoint has it. Null where
 * there is none.
 */
export async function readOutgoing(
  call: Call,
  { txHash, treasuries, final }: AskedOutgoing,
): Promise<OutgoingTransaction | null> {
  const transaction = await readTransaction(call, txHash, "finalized");
  if (transaction === null || transaction.slot > final) return null;
  const { accounts, hasFailed, slot, time } = transaction;
  const [payer = ""] = accounts;
  const hasPaid = treasuries.has(payer);
  const sent = listTransfers(transaction).filter(({ from }) => treasuries.has(from));
  if (!hasPaid && (hasFailed || sent.length === 0)) return null;
  if (sent.length > 1) throw new Error("a transaction of several transfers");
  const [transfer] = sent;
  const to = transfer?.to ?? payer;
  const hasMoved = transfer !== undefined && !hasFailed && !treasuries.has(to);
  return {
    txHash,
    to,
    toKey: toAddressKey("Solana", to),
    amountBase: hasMoved ? transfer.amountBase : 0n,
    feeBase: hasPaid ? transaction.feeBase : 0n,
    position: BigInt(slot),
    time,
  };
}
