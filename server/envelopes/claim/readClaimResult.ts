import { sql } from "kysely";
import { batchByShard } from "#server/db/citus/batchByShard.ts";
import type { Database } from "#server/db/database.ts";
import { createBatcher } from "#server/db/batch.ts";
import { type ClaimRow, type EnvelopeRow, selectClaims, selectEnvelopes } from "#server/records/wire.ts";

interface ResultAsk {
  envelopeId: string;
  tgUserId: bigint;
}

interface ClaimResult {
  envelope: EnvelopeRow;
  claim: ClaimRow;
}

/** Reads a new or existing claim together with its envelope's current state. */
export function readClaimResult(database: Database, ask: ResultAsk): Promise<ClaimResult> {
  return database.isSharded ? readOnShard(database, ask) : readAnywhere(database, ask);
}

const readAnywhere = createBatcher<ResultAsk, ClaimResult>({
  name: "readClaimResult",
  run: readResults,
  keyOf: ({ envelopeId }) => envelopeId,
  lanes: 2,
  maxSize: 256,
});

const readOnShard = batchByShard<ResultAsk, ClaimResult>({ name: "readOnShard", run: readShardResults, maxSize: 256 });

/** One statement for the shard, one for the names, which are where the people are. */
async function readShardResults({ pool }: Database, asks: readonly ResultAsk[]): Promise<ClaimResult[]> {
  const { rows } = await pool.query<ShardRow>({
    name: "shard_claim_results",
    text: `select e.*, c.tg_user_id, c.slot, c.claim_id, c.amount_base, c.claimed_at, c.reaction
      from claim c join envelope e on e.envelope_id = c.envelope_id
      where c.envelope_id = any ($1) and c.tg_user_id = any ($2)`,
    values: [[...new Set(asks.map((ask) => ask.envelopeId))], asks.map((ask) => ask.tgUserId)],
  });
  const people = await pool.query<NameRow>({
    name: "claim_result_names",
    text: "select tg_user_id, first_name, last_name, photo_url from tg_user where tg_user_id = any ($1)",
    values: [[...new Set(rows.flatMap((row) => [row.tg_user_id, row.sender_id]))]],
  });
  const names = new Map(people.rows.map(({ tg_user_id: id, ...name }) => [id, name]));
  return asks.map((ask) => {
    const row = rows.find((each) => each.envelope_id === ask.envelopeId && each.tg_user_id === ask.tgUserId);
    const claimer = names.get(ask.tgUserId);
    const sender = row === undefined ? undefined : names.get(row.sender_id);
    if (row === undefined || claimer === undefined || sender === undefined) {
      throw new Error("a claim that was made cannot be read");
    }
    return { claim: { ...row, ...claimer }, envelope: { ...row, ...sender } };
  });
}

type NameRow = Pick<ClaimRow, "tg_user_id" | "first_name" | "last_name" | "photo_url">;
type ShardRow = Omit<ClaimRow & EnvelopeRow, "first_name" | "last_name" | "photo_url">;

async function readResults({ kysely, pool }: Database, asks: readonly ResultAsk[]): Promise<ClaimResult[]> {
  const envelopeIds = asks.map((ask) => ask.envelopeId);
  const userIds = asks.map((ask) => ask.tgUserId);
  const isAsked = sql<boolean>`(claim.envelope_id, claim.tg_user_id) in (select * from unnest(${envelopeIds}::text[], ${userIds}::bigint[]))`;
  const isTheirs = sql<boolean>`envelope.envelope_id = any (${envelopeIds}::text[])`;
  const claimQuery = selectClaims(kysely).where(isAsked).compile();
  const envelopeQuery = selectEnvelopes(kysely).where(isTheirs).compile();
  // Claims first: an envelope that is read later never lags behind them.
  const claims = await pool.query<ClaimRow>({
    name: "claim_results",
    text: claimQuery.sql,
    values: [...claimQuery.parameters],
  });
  const envelopes = await pool.query<EnvelopeRow>({
    name: "claimed_envelopes",
    text: envelopeQuery.sql,
    values: [...envelopeQuery.parameters],
  });
  return asks.map((ask) => {
    const claim = claims.rows.find((row) => row.envelope_id === ask.envelopeId && row.tg_user_id === ask.tgUserId);
    const envelope = envelopes.rows.find((row) => row.envelope_id === ask.envelopeId);
    if (claim === undefined || envelope === undefined) throw new Error("a claim that was made cannot be read");
    return { claim, envelope };
  });
}
