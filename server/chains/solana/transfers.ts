import { COINS } from "#domain/coins.ts";
import type { ChainTransfer, UnreadTransaction } from "../chain.ts";
import type { ReadRange } from "../chainKind.ts";
import { tryParse } from "../nodeAnswers.ts";
import type { Call } from "./network.ts";
import { type NamedSignature, readSignatures } from "./signatures.ts";
import {
  askTransaction,
  isOfUnknownVersion,
  listTransfers,
  parseBalances,
  parseTransaction,
  type ReadTransaction,
} from "./transaction.ts";

/** Transactions that are asked for at a time. */
const MOST_AT_ONCE = 10;
/** Transactions that one step reads at most, but for those of its last slot: anybody can name the treasury often. */
const MOST_A_STEP = 1_000;
/** Transactions that bring nothing of worth and are remembered. */
const MOST_KEPT = 100_000;

interface Range {
  after: number;
  upTo: number;
}

type Arrival = ReturnType<typeof tryParse<ChainTransfer[]>>;

/**
 * Reads ranges of transactions that name a treasury from one endpoint. What brings it less than the minimum is read once: a
 * range that is not settled is read again with each new block, and most of a flood brings nothing.
 */
export function createRangeReader(call: Call, treasuries: ReadonlySet<string>): (range: Range) => Promise<ReadRange> {
  /** By slot and id: a replaced block may hold the same transaction in another slot. */
  const worthless = new Map<string, { slot: number; value: ChainTransfer[] }>();

  async function readOne({ txHash, slot }: NamedSignature): Promise<Arrival> {
    const key = `${slot} ${txHash}`;
    const known = worthless.get(key);
    if (known !== undefined) return { kind: "read", value: known.value };
    const arrival = await readArrival(call, txHash, treasuries);
    if (arrival === null) throw new Error("a transaction that it has listed is not there");
    if (arrival.kind === "unread") return arrival;
    // An older one would count again: what is before the cursor is booked.
    const isElsewhere = arrival.value.some(({ position }) => position !== BigInt(slot));
    if (isElsewhere) return { kind: "unread", reason: "it is of another block than the one it is listed in" };
    const { value } = arrival;
    if (value.every(({ amountBase }) => amountBase < COINS.sol.minBase)) worthless.set(key, { slot, value });
    return arrival;
  }

  return async ({ after, upTo }) => {
    for (const [key, { slot }] of worthless) {
      if (slot <= after || worthless.size > MOST_KEPT) worthless.delete(key);
    }
    const { signatures, last } = await listSignatures(call, treasuries, { after, upTo });
    const succeeded = signatures.filter(({ hasFailed }) => !hasFailed);
    const transfers: ChainTransfer[] = [];
    const unread: UnreadTransaction[] = [];
    for (let first = 0; first < succeeded.length; first += MOST_AT_ONCE) {
      const group = succeeded.slice(first, first + MOST_AT_ONCE);
      const arrivals = await Promise.all(group.map(async (named) => ({ named, arrival: await readOne(named) })));
      for (const { named, arrival } of arrivals) {
        if (arrival.kind === "read") transfers.push(...arrival.value);
        else unread.push({ txHash: named.txHash, position: BigInt(named.slot), reason: arrival.reason });
      }
    }
    return { transfers, unread, last };
  };
}

/** The transactions that name a treasury, each once, the oldest first; `last` is before `upTo` where there are too many. */
async function listSignatures(
  call: Call,
  treasuries: ReadonlySet<string>,
  { after, upTo }: Range,
): Promise<{ signatures: readonly NamedSignature[]; last: number }> {
  const byHash = new Map<string, NamedSignature>();
  let last = upTo;
  for (const treasury of treasuries) {
    const named = await readSignatures(call, treasury, { after, upTo: last, most: MOST_A_STEP });
    last = named.last;
    for (const signature of named.signatures) byHash.set(signature.txHash, signature);
  }
  const within = [...byHash.values()].filter(({ slot }) => slot <= last);
  return { signatures: within.toSorted((left, right) => left.slot - right.slot), last };
}

/** The transfers of a transaction, whether it is listed or not; none where it is not there or cannot be read. */
export async function findTransfers(
  call: Call,
  txHash: string,
  treasuries: ReadonlySet<string>,
): Promise<ChainTransfer[]> {
  const arrival = await readArrival(call, txHash, treasuries);
  return arrival?.kind === "read" ? arrival.value : [];
}

/** Null for a transaction that is in no block. */
async function readArrival(call: Call, txHash: string, treasuries: ReadonlySet<string>): Promise<Arrival | null> {
  let answer: unknown;
  try {
    answer = await askTransaction(call, txHash, "confirmed");
  } catch (error) {
    if (!isOfUnknownVersion(error)) throw error;
    return { kind: "unread", reason: "a version of transactions that is not known here" };
  }
  if (answer === null) return null;
  return tryParse(() => parseArrival(answer, txHash, treasuries));
}

/** The transfers to the treasuries. Where nothing has come to one, whatever else is there needs no reading. */
function parseArrival(answer: unknown, txHash: string, treasuries: ReadonlySet<string>): ChainTransfer[] {
  const named = [...treasuries].flatMap((treasury) => parseBalances(answer, txHash, treasury) ?? []);
  if (named.length === 0) throw new Error("a transaction that names no treasury");
  // What one sends itself could hide what comes.
  if (named.every(({ preBase, postBase, hasSigned }) => !hasSigned && postBase <= preBase)) return [];
  return readTransfersTo(treasuries, parseTransaction(answer, txHash));
}

/** The transfers to the treasuries from elsewhere, by instructions of the transaction or of programs that it calls. */
export function readTransfersTo(treasuries: ReadonlySet<string>, transaction: ReadTransaction): ChainTransfer[] {
  if (transaction.hasFailed) return [];
  const { txHash, slot, time } = transaction;
  return listTransfers(transaction)
    .filter(({ to, from }) => treasuries.has(to) && !treasuries.has(from))
    .map(({ from, amountBase, extra }, index) => ({
      txHash,
      index,
      from,
      amountBase,
      reference: extra[0] ?? null,
      position: BigInt(slot),
      ref: null,
      time,
    }));
}
