import type { ExpiringReading } from "../expiringPayout.ts";
import type { PayoutTerms, SentPayout } from "../payoutRoute.ts";
import { toHexAddress } from "./address.ts";
import type { Call } from "./pool.ts";
import { readTransactions } from "./readBlock.ts";
import { type Header, isNothing, readAmount, readBlockNumber, readHash } from "./nodeValues.ts";
import { readRecord } from "../nodeAnswers.ts";

/** An endpoint may answer from several nodes, of which one is behind. */
const EXPIRY_MARGIN_MS = 60_000;

interface LookedFor {
  terms: PayoutTerms;
  sent: readonly SentPayout[];
  treasuryHexes: ReadonlySet<string>;
  /** The newest solid block of this endpoint, read before anything else. */
  solid: Header;
  /** The newest final block of this endpoint. */
  final: number;
}

/** Reads from one endpoint what became of a payout's transactions. */
export async function readPayout(call: Call, looked: LookedFor): Promise<ExpiringReading> {
  const { terms, sent, treasuryHexes, solid, final } = looked;
  if (sent.length === 0) throw new Error("nothing was sent");
  for (const { txHash } of sent) {
    const info = await readInfo(call, txHash);
    if (info === null) continue;
    const { blockNumber, feeBase } = info;
    const { transactions } = await readTransactions(call, blockNumber, treasuryHexes);
    const transaction = transactions.find((item) => item.txHash === txHash);
    if (transaction === undefined) continue;
    const { spending, isSuccess } = transaction;
    return {
      kind: "landed",
      txHash,
      position: BigInt(blockNumber),
      feeBase,
      moved: [isSuccess && spending?.to === toHexAddress(terms.to) && spending.amountBase === terms.amountBase],
      isFinal: blockNumber <= final,
    };
  }
  // A block takes no transaction whose time was over at the block before it.
  const nowMs = BigInt(solid.time.getTime() - EXPIRY_MARGIN_MS);
  const isExpired = sent.every(({ validUntil }) => validUntil !== null && validUntil < nowMs);
  return isExpired ? { kind: "expired" } : { kind: "absent" };
}

/** Where a transaction is and what it cost, or null if the endpoint has no block with it. */
export async function readInfo(call: Call, txHash: string): Promise<{ blockNumber: number; feeBase: bigint } | null> {
  const info = readRecord(await call("wallet/gettransactioninfobyid", { value: txHash }));
  if (isNothing(info)) return null;
  if (readHash(info["id"]) !== txHash) throw new Error("the node answered another transaction");
  return { blockNumber: readBlockNumber(info["blockNumber"]), feeBase: readAmount(info["fee"]) };
}
