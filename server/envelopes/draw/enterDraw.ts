import { type BeaconChain, timeOfRound } from "#domain/draw/beacon.ts";
import { batchByEnvelope } from "#server/db/citus/batchByEnvelope.ts";
import { retryConflict } from "#server/db/failures.ts";

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

export type EntryOutcome = "entered" | "alreadyEntered" | "soldOut" | "expired" | "notOpen";

const MOST_ENTRIES = 10_000;

/**
 * Enters one person into the draw of an envelope, in one batch with simultaneous callers. Who is in already gets
 * "alreadyEntered", whatever the envelope's state; "soldOut" only where no share can be left.
 */
export const enterDraw = batchByEnvelope<EntryAsk, EntryOutcome>({
  name: "enterDraw",
  async run({ pool, isSharded }, asks) {
    const [first] = asks;
    if (first === undefined) return [];
    const { chain, envelopeId } = first;
    const values = [
      asks.map((ask) => ask.envelopeId),
      asks.map(({ tgUserId }) => tgUserId),
      asks.map(({ entryId }) => entryId),
      // The latest counts for the whole batch, so nobody enters after a window's end.
      new Date(Math.max(...asks.flatMap((ask) => [ask.at, timeOfRound(chain, ask.newestRound)]).map(Number))),
      chain.genesisS,
      chain.periodS,
      MOST_ENTRIES,
    ];
    const enter = isSharded
      ? { name: "enter_on_shard", text: "select ask, outcome from enter_on_shard($8, $1, $2, $3, $4, $5, $6, $7)" }
      : { name: "enter_draws", text: "select ask, outcome from enter_draws($1, $2, $3, $4, $5, $6, $7)" };
    const { rows } = await retryConflict(() =>
      pool.query<{ ask: number; outcome: EntryOutcome }>({
        ...enter,
        values: isSharded ? [...values, envelopeId] : values,
      }),
    );
    const outcomes = new Map(rows.map(({ ask, outcome }) => [ask, outcome]));
    // An envelope that is not there has no row.
    return asks.map((_, index) => outcomes.get(index + 1) ?? "notOpen");
  },
  maxSize: 256,
});
