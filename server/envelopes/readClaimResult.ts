import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { createBatcher } from "./batch.ts";
import { type ClaimRow, selectClaims } from "./selectClaims.ts";
import { type EnvelopeRow, selectEnvelopes } from "./selectEnvelopes.ts";

interface ResultAsk {
  envelopeId: string;
  tgUserId: bigint;
}

interface ClaimResult {
  envelope: EnvelopeRow;
  claim: ClaimRow;
}

/** Reads a claim that was just made or found, together with its envelope as it is now. */
export const readClaimResult = createBatcher<ResultAsk, ClaimResult>({
  run: readResults,
  keyOf: ({ envelopeId }) => envelopeId,
  lanes: 4,
  maxSize: 256,
});

async function readResults({ kysely }: Database, asks: readonly ResultAsk[]): Promise<ClaimResult[]> {
  const envelopeIds = asks.map((ask) => ask.envelopeId);
  const userIds = asks.map((ask) => ask.tgUserId);
  // Claims first: an envelope that is read later never lags behind a claim shown with it.
  const claims = await selectClaims(kysely)
    .where(
      sql<boolean>`(claim.envelope_id, claim.tg_user_id) in (select * from unnest(${envelopeIds}::text[], ${userIds}::bigint[]))`,
    )
    .execute();
  const envelopes = await selectEnvelopes(kysely)
    .where(sql<boolean>`envelope.envelope_id = any (${envelopeIds}::text[])`)
    .execute();
  return asks.map((ask) => {
    const claim = claims.find((row) => row.envelope_id === ask.envelopeId && row.tg_user_id === ask.tgUserId);
    const envelope = envelopes.find((row) => row.envelope_id === ask.envelopeId);
    if (claim === undefined || envelope === undefined) throw new Error("a claim that was made cannot be read");
    return { claim, envelope };
  });
}
