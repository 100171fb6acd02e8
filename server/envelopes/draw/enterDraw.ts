import { type BeaconChain, timeOfRound } from "#domain/draw/beacon.ts";
import { batchByEnvelope } from "#server/db/citus/batchByEnvelope.ts";
import type { Database } from "#server/db/database.ts";
import { enterDraws, type EntryOutcome, type PlacesAnswer } from "#server/db/citus/draws.ts";
import type { EntryRow } from "./entry.ts";

export interface EntryAsk {
  envelopeId: string;
  tgUserId: bigint;
  /** Id of the entry, and of its claim if it wins. */
  entryId: string;
  at: Date;
  chain: BeaconChain;
  /** The newest round that is known, of whatever draw: where it is later than the clock, its time counts. 0 for none. */
  newestRound: number;
}

export interface Entered {
  outcome: EntryOutcome;
  /** Of who has entered now. */
  entry: EntryRow | null;
}

const MOST_ENTRIES = 10_000;
const HEAD_DIGITS = 64;

/** As in `take_places`: less than what lies between a window's end and its round. */
const UNNOTICED_MS = 500;

/**
 * Enters one person into the draw of an envelope, in one batch with simultaneous callers. Who is in already gets
 * "alreadyEntered", whatever the envelope's state; "soldOut" only where no share can be left. Who waits for a place in a
 * batch, or for a connection, comes so much later.
 */
export function enterDraw(database: Database, ask: EntryAsk): Promise<Entered> {
  return enterBatch(database, { ...ask, askedMs: performance.now() });
}

interface WaitingAsk extends EntryAsk {
  /** By `performance.now()`. */
  askedMs: number;
}

const enterBatch = batchByEnvelope<WaitingAsk, Entered>({
  name: "enterDraw",
  async run(database, asks) {
    const [first] = asks;
    if (first === undefined) return [];
    const { chain } = first;
    const rows = await enterDraws(database, {
      envelopeIds: asks.map(({ envelopeId }) => envelopeId),
      tgUserIds: asks.map(({ tgUserId }) => tgUserId),
      entryIds: asks.map(({ entryId }) => entryId),
      // The latest counts for the whole batch, so nobody enters after a window's end.
      readTime: () => new Date(Math.max(...asks.map(findTime))),
      genesisS: chain.genesisS,
      periodS: chain.periodS,
      mostEntries: MOST_ENTRIES,
    });
    // An envelope that is not there has no answer.
    const entered = asks.map((): Entered => ({ outcome: "notOpen", entry: null }));
    for (const answer of rows) {
      for (const [index, number] of answer.asks.entries()) {
        const ask = asks[number - 1];
        if (ask === undefined) throw new Error("take_places answered what nobody has asked");
        entered[number - 1] = { outcome: answer.outcome, entry: toEntryRow(ask, answer, index) };
      }
    }
    return entered;
  },
  maxSize: 256,
});

/** @param index among those who have entered with this answer */
function toEntryRow(
  { envelopeId, tgUserId, entryId }: EntryAsk,
  { outcome, first_place, round, entries, entered_at, closes_at, commitment, heads }: PlacesAnswer,
  index: number,
): EntryRow | null {
  if (outcome !== "entered") return null;
  const headAt = (place: number) => heads.slice(HEAD_DIGITS * place, HEAD_DIGITS * (place + 1));
  return {
    envelope_id: envelopeId,
    tg_user_id: tgUserId,
    entry_id: entryId,
    place: first_place + index,
    round,
    entries,
    entered_at,
    closes_at,
    commitment,
    head: headAt(index + 1),
    previous_head: headAt(index),
    status: "waiting",
  };
}

function findTime({ chain, newestRound, at, askedMs }: WaitingAsk): number {
  const waitedMs = Math.ceil(performance.now() - askedMs);
  const latestMs = Math.max(at.getTime(), timeOfRound(chain, newestRound).getTime());
  return latestMs + (waitedMs > UNNOTICED_MS ? waitedMs : 0);
}
