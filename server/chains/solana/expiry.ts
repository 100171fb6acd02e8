import { readWhole } from "../nodeAnswers.ts";
import type { Tip } from "../chainKind.ts";
import type { SightedPayouts } from "../createPayouts.ts";
import { type PayoutTerms, type SentExpiring, takeOnly } from "../payoutRoute.ts";
import { type Quorum, takeLeastBy } from "../quorum.ts";
import type { Call } from "./network.ts";
import type { SolanaReader } from "./reader.ts";
import { readBlockhash } from "./sign.ts";
import { listTransfers, type ReadTransaction, readTransaction } from "./transaction.ts";
import { readContext } from "./values.ts";

/** Blocks after its own that may hold a transaction with a blockhash. */
const LIFE = 150n;
/** Blocks that nodes may be apart, with room: one counts as healthy up to 128 slots behind the others. */
const MOST_APART = 150n;

type HeightCommitment = "confirmed" | "finalized";

export async function readHeight(call: Call, commitment: HeightCommitment): Promise<bigint> {
  return BigInt(readWhole(await call("getBlockHeight", [{ commitment }])));
}

/**
 * The block height after which no block holds a transaction with a blockhash that is read now, by the newest heights of
 * several nodes: no node alone can end it early. Null where they are so far apart that one of them must be wrong.
 */
export function findLastHeight(heights: readonly bigint[]): bigint | null {
  const [first] = heights;
  if (first === undefined) return null;
  const highest = heights.reduce((most, height) => (height > most ? height : most), first);
  const lowest = heights.reduce((least, height) => (height < least ? height : least), first);
  return highest - lowest > MOST_APART ? null : highest + LIFE + MOST_APART;
}

/** Whether the next block after the node's newest one of this commitment level may hold a transaction with this blockhash. */
async function isAlive(call: Call, blockhash: string, commitment: HeightCommitment): Promise<boolean> {
  const { value } = readContext(await call("isBlockhashValid", [blockhash, { commitment }]));
  if (typeof value !== "boolean") throw new Error("an answer that is neither yes nor no");
  return value;
}

/** The older of the newest blockhashes of several nodes, or null where one of them does not know it. */
export async function findBlockhash(quorum: Quorum<SolanaReader>): Promise<string | null> {
  const { hash } = await quorum.conclude(
    (reader) => reader.readTip(),
    takeLeastBy<Tip>(({ position }) => position),
  );
  return quorum.conclude(
    ({ call }) => isAlive(call, hash, "confirmed"),
    (answers) => (answers.every(Boolean) ? hash : null),
  );
}

/** Reads from one endpoint what became of the transactions of payouts. */
export async function findPayouts(
  reader: SolanaReader,
  { parts, sent }: { parts: readonly PayoutTerms[]; sent: readonly SentExpiring[] },
): Promise<SightedPayouts | { kind: "expired" }> {
  const { call, treasuries } = reader;
  // Read before the history: what landed until then is in the history.
  const isExpired = await haveExpired(call, sent);
  const final = await reader.readFinal(await reader.readTip());
  for (const { txHash } of sent) {
    const transaction = await readTransaction(call, txHash, "confirmed");
    if (transaction === null) continue;
    const { slot, feeBase } = transaction;
    const moved = [hasMoved(transaction, treasuries, takeOnly(parts))];
    return { kind: "landed", txHash, position: BigInt(slot), ref: null, feeBase, moved, isFinal: slot <= final };
  }
  if (!isExpired) return { kind: "absent" };
  // A node without the blocks in which it may have landed knows nothing.
  const firstBlock = BigInt(readWhole(await call("getFirstAvailableBlock", [])));
  const hasHistory = sent.every(({ signedPosition }) => signedPosition >= firstBlock);
  return hasHistory ? { kind: "expired" } : { kind: "absent" };
}

/** Whether no block can hold them any more, by the final height and by their blockhashes. */
async function haveExpired(call: Call, sent: readonly SentExpiring[]): Promise<boolean> {
  const finalHeight = await readHeight(call, "finalized");
  if (!sent.every(({ validUntil }) => validUntil < finalHeight)) return false;
  for (const { raw } of sent) if (await isAlive(call, readBlockhash(raw), "finalized")) return false;
  return true;
}

/** Whether the transaction has moved this payout: by the first transfer of the treasury. */
function hasMoved(
  transaction: ReadTransaction,
  treasuries: ReadonlySet<string>,
  { to, amountBase }: PayoutTerms,
): boolean {
  const transfer = listTransfers(transaction).find(({ from }) => treasuries.has(from));
  return !transaction.hasFailed && transfer?.to === to && transfer.amountBase === amountBase;
}
