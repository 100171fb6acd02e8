import type { ExpiringReading } from "../expiringPayout.ts";
import type { PayoutTerms, SentPayout } from "../payoutRoute.ts";
import type { Call } from "./pool.ts";
import { type Outgoing, readOutgoingMessage } from "./outgoing.ts";
import { readAccount } from "./readAccount.ts";
import { readHeader } from "./readBlock.ts";
import { readTransactions } from "./readTransactions.ts";
import { toAddressKey } from "#domain/address/addressKey.ts";

/** A shard's block may be older than the masterchain's block that commits it. */
const EXPIRY_MARGIN_S = 60;

export interface LookedFor {
  parts: readonly PayoutTerms[];
  sent: readonly SentPayout[];
  /** The newest block of this endpoint, and its newest final one. */
  head: number;
  final: number;
}

/** Reads from one endpoint what became of the transactions of payouts. */
export async function readPayout(call: Call, looked: LookedFor): Promise<ExpiringReading> {
  const { parts, sent, head, final } = looked;
  const [oldest] = sent.toSorted((left, right) => Number(left.signedPosition - right.signedPosition));
  if (oldest === undefined) throw new Error("nothing was sent");
  // A former treasury may have sent it.
  const address = oldest.senderKey;
  const after = await readAccount(call, address, Math.min(Number(oldest.signedPosition), head));
  const upTo = await readAccount(call, address, head);
  const { placed } = await readTransactions(call, address, { after, upTo });
  for (const { transaction, seqno } of placed) {
    const outgoing = readOutgoingMessage(transaction);
    if (outgoing === null || !sent.some(({ txHash }) => txHash === outgoing.txHash)) continue;
    const { txHash, payments, feeBase } = outgoing;
    const moved = listMoved(payments, parts);
    return { kind: "landed", txHash, position: BigInt(seqno), feeBase, moved, isFinal: seqno <= final };
  }
  const { time } = await readHeader(call, final);
  const nowS = BigInt(Math.floor(time.getTime() / 1_000) - EXPIRY_MARGIN_S);
  const isExpired = sent.every(({ validUntil }) => validUntil !== null && validUntil < nowS);
  return isExpired ? { kind: "expired" } : { kind: "absent" };
}

/** Which of the parts the wallet sent on. It keeps their order, and skips what it cannot send. */
function listMoved(payments: Outgoing["payments"], parts: readonly PayoutTerms[]): boolean[] {
  let next = 0;
  return parts.map((part) => {
    const payment = payments[next];
    const hasMoved =
      payment?.to.toRawString() === toAddressKey("Ton", part.to) && payment.amountBase === part.amountBase;
    if (hasMoved) next += 1;
    return hasMoved;
  });
}
