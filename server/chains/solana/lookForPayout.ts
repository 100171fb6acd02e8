import type { ExpiringReading } from "../expiringPayout.ts";
import type { PayoutTerms, SentPayout } from "../payoutRoute.ts";
import { isAlive, readHeight } from "./blockhashLife.ts";
import { readBlockhash } from "./payoutTransaction.ts";
import { readHead } from "./readBlock.ts";
import { type ReadTransaction, readTransaction } from "./readTransaction.ts";
import { listTransfers } from "./readTransfers.ts";
import type { Call } from "./pool.ts";
import { readWhole } from "../nodeAnswers.ts";

export interface LookedFor {
  parts: readonly PayoutTerms[];
  sent: readonly SentPayout[];
  treasuries: ReadonlySet<string>;
  confirmations: number;
}

/** Reads from one endpoint what became of the transactions of payouts. */
export async function readPayout(call: Call, looked: LookedFor): Promise<ExpiringReading> {
  const { parts, sent, treasuries, confirmations } = looked;
  // Read before the history: what landed until then is in the history.
  const isExpired = await haveExpired(call, sent);
  const { final } = await readHead(call, confirmations);
  for (const { txHash } of sent) {
    const transaction = await readTransaction(call, txHash, "confirmed");
    if (transaction === null) continue;
    const { slot, feeBase } = transaction;
    const moved = listMoved(transaction, treasuries, parts);
    return { kind: "landed", txHash, position: BigInt(slot), feeBase, moved, isFinal: slot <= final };
  }
  if (!isExpired) return { kind: "absent" };
  // A node without the blocks in which it may have landed knows nothing.
  const firstBlock = BigInt(readWhole(await call("getFirstAvailableBlock", [])));
  const hasHistory = sent.every(({ signedPosition }) => signedPosition >= firstBlock);
  return hasHistory ? { kind: "expired" } : { kind: "absent" };
}

/** Whether no block can hold them any more, by the final height and by their blockhashes. */
async function haveExpired(call: Call, sent: readonly SentPayout[]): Promise<boolean> {
  const finalHeight = await readHeight(call, "finalized");
  if (!sent.every(({ validUntil }) => validUntil !== null && validUntil < finalHeight)) return false;
  for (const { raw } of sent) if (await isAlive(call, readBlockhash(raw), "finalized")) return false;
  return true;
}

/** Which of the parts the transaction has moved: each by the transfer at its own place. */
function listMoved(
  transaction: ReadTransaction,
  treasuries: ReadonlySet<string>,
  parts: readonly PayoutTerms[],
): boolean[] {
  const transfers = listTransfers(transaction).filter(({ from }) => treasuries.has(from));
  return parts.map(({ to, amountBase }, place) => {
    const transfer = transfers[place];
    return !transaction.hasFailed && transfer?.to === to && transfer.amountBase === amountBase;
  });
}
