import { sql } from "kysely";
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
export const readClaimResult = createBatcher<ResultAsk, ClaimResult>({
  name: "readClaimResult",
  run: readResults,
  keyOf: ({ envelopeId }) => envelopeId,
  lanes: 2,
  maxSize: 256,
});

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
