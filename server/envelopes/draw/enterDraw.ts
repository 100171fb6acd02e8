import { type BeaconChain, timeOfRound } from "#domain/draw/beacon.ts";
import { batchByEnvelope } from "#server/db/citus/batchByEnvelope.ts";
import type { Database } from "#server/db/database.ts";
import { enterDraws, type EntryOutcome } from "#server/db/citus/draws.ts";
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

/** As in `take_places`: less than what lies between a window's end and its round. */
const UNNOTICED_MS = 500;

/**
 * Enters one person into the draw of an envelope, in one batch with simultaneous callers. Who is in already gets
 * "alreadyEntered", whatever the envelope's state; "soldOut" only where no share can be left. Who waits for a place in a
 * batch comes so much later.
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
      at: new Date(Math.max(...asks.map(findTime))),
      genesisS: chain.genesisS,
      periodS: chain.periodS,
      mostEntries: MOST_ENTRIES,
    });
    const answers = new Map(rows.map((row) => [row.ask, row]));
    return asks.map(({ envelopeId, tgUserId, entryId }, index): Entered => {
      const answer = answers.get(index + 1);
      // An envelope that is not there has no row.
      if (answer?.outcome !== "entered") return { outcome: answer?.outcome ?? "notOpen", entry: null };
      const { outcome, place, round, entries, entered_at, closes_at, commitment, head, previous_head } = answer;
      const told = { place, round, entries, entered_at, closes_at, commitment, head, previous_head };
      const ids = { envelope_id: envelopeId, tg_user_id: tgUserId, entry_id: entryId };
      return { outcome, entry: { ...ids, ...told, status: "waiting" } };
    });
  },
  maxSize: 256,
});

function findTime({ chain, newestRound, at, askedMs }: WaitingAsk): number {
  const waitedMs = Math.ceil(performance.now() - askedMs);
  const latestMs = Math.max(at.getTime(), timeOfRound(chain, newestRound).getTime());
  return latestMs + (waitedMs > UNNOTICED_MS ? waitedMs : 0);
}
