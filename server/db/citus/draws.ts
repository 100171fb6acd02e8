import type { Database } from "../database.ts";
import { retryConflict } from "../failures.ts";
import { type ClaimBatch, creditEnvelopes, creditWinners } from "./claims.ts";

interface EntryBatch {
  envelopeIds: readonly string[];
  tgUserIds: readonly bigint[];
  entryIds: readonly string[];
  /** Asked once the statement can start: who has waited for a connection comes so much later. */
  readTime: () => Date;
  /** Of the beacon's chain. */
  genesisS: number;
  periodS: number;
  mostEntries: number;
}

/** What `take_places` answers for the people whom it has just let into one envelope. */
interface Places {
  /** Of the first of them; the others follow. */
  first_place: number;
  round: bigint;
  /** Of its window. */
  entries: number;
  entered_at: Date;
  closes_at: Date;
  commitment: string;
  /** The head before the first of them, and then each one's: 64 hex digits each. */
  heads: string;
}

/** One answer for all asks of a batch that are about the same envelope and have the same outcome. `asks` are their numbers, from 1. */
export type PlacesAnswer = { asks: number[] } & (
  | ({ outcome: "entered" } & Places)
  | ({ outcome: Exclude<EntryOutcome, "entered"> } & { [Column in keyof Places]: null })
);

export type EntryOutcome = "entered" | "alreadyEntered" | "soldOut" | "expired" | "notOpen";

/** Enters people into draws: by `take_places`, on Citus where the envelopes are, which are of one shard. */
export async function enterDraws(
  { pool, isSharded }: Database,
  { envelopeIds, tgUserIds, entryIds, readTime, genesisS, periodS, mostEntries }: EntryBatch,
): Promise<PlacesAnswer[]> {
  const enter = isSharded
    ? { name: "take_places_on_shard", text: "select * from take_places_on_shard($8, $1, $2, $3, $4, $5, $6, $7)" }
    : { name: "take_places", text: "select * from take_places($1, $2, $3, $4, $5, $6, $7)" };
  const place = isSharded ? [envelopeIds[0]] : [];
  return retryConflict(async () => {
    const client = await pool.connect();
    try {
      const values = [envelopeIds, tgUserIds, entryIds, readTime(), genesisS, periodS, mostEntries, ...place];
      const { rows } = await client.query<PlacesAnswer>({ ...enter, values });
      client.release();
      return rows;
    } catch (error) {
      client.release(true);
      throw error;
    }
  });
}

interface DrawEnd extends Pick<ClaimBatch, "at" | "pace"> {
  envelopeId: string;
  round: number;
  /** Of the round; null where there is none. */
  signature: Uint8Array | null;
}

const SETTLE_AND_CREDIT = `
  with result as materialized (select * from settle_draw($1, $2, $3, $4)),
  ${creditWinners("select * from result order by number")}
  select count(*)::integer as won from result r left join credited on true`;

/**
 * Settles a window of an envelope and credits who has won, in one statement. On Citus in two, as for a claim: what a
 * process leaves between them is found by `findUncredited`. Resolves with how many have won.
 */
export async function settleAndCredit(
  database: Database,
  { envelopeId, round, signature, at, pace }: DrawEnd,
): Promise<number> {
  const settle = database.isSharded
    ? { name: "settle_on_shard", text: "select settle_on_shard($1, $2, $3, $4) as won" }
    : { name: "settle_and_credit", text: SETTLE_AND_CREDIT };
  const rest = database.isSharded ? [] : [pace.mostWaiting, pace.gapMs];
  const values = [envelopeId, round, signature === null ? null : Buffer.from(signature), at, ...rest];
  const { rows } = await retryConflict(() => database.pool.query<{ won: number }>({ ...settle, values }));
  await creditEnvelopes(database, [envelopeId], { at, pace });
  return rows[0]?.won ?? 0;
}
