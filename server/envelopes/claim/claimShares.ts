import { batchByEnvelope } from "#server/db/citus/batchByEnvelope.ts";
import { claimAndCredit } from "#server/db/citus/claims.ts";
import { PACE } from "#server/outbox/queues.ts";
import type { Database } from "#server/db/database.ts";
import type { StoredCondition } from "#server/db/schema.ts";
import type { EnvelopeRow } from "#server/records/wire.ts";
import type { ClaimableEnvelope } from "./judgeTry.ts";

export interface ClaimAsk {
  envelopeId: string;
  tgUserId: bigint;
  /** Id of the claim if a share is won. */
  claimId: string;
  at: Date;
}

export type ClaimOutcome = "won" | "alreadyClaimed" | "soldOut" | "expired" | "notOpen";

/**
 * Claims one share, in one batch with simultaneous callers. A person who already has a claim on the envelope gets
 * "alreadyClaimed", whatever its state; "soldOut" is returned only once every share is committed.
 */
export const claimShares = batchByEnvelope<ClaimAsk, ClaimOutcome>({
  name: "claimShares",
  async run(database, asks) {
    const answers = await claimAndCredit<ClaimOutcome>(database, {
      envelopeIds: asks.map((ask) => ask.envelopeId),
      tgUserIds: asks.map((ask) => ask.tgUserId),
      claimIds: asks.map((ask) => ask.claimId),
      // The latest time counts for the whole batch, so no share is given after an envelope's end.
      at: new Date(Math.max(...asks.map((ask) => ask.at.getTime()))),
      pace: PACE,
    });
    const outcomes = new Map(answers.map(({ ask, outcome }) => [ask, outcome]));
    return asks.map((_, index) => {
      const outcome = outcomes.get(index + 1);
      if (outcome === undefined) throw new Error("claim_shares left an ask without an answer");
      return outcome;
    });
  },
  maxSize: 256,
});

interface TapAsk {
  envelopeId: string;
  tgUserId: bigint;
}

/** An envelope for members, as it stands when somebody taps it. */
export interface TappedEnvelope extends ClaimableEnvelope {
  conditions: readonly StoredCondition[];
  isOpen: (at: Date) => boolean;
  /** Or is in its draw. */
  hasClaimed: boolean;
}

/** Reads an envelope that somebody taps, with simultaneous callers; null if it never opened or needs a passphrase. */
export const readTapped = batchByEnvelope<TapAsk, TappedEnvelope | null>({
  name: "readTapped",
  run: readAll,
  maxSize: 256,
});

type TappedRow = Pick<
  EnvelopeRow,
  "envelope_id" | "sender_id" | "type" | "draw_rule" | "conditions" | "status" | "expires_at" | "ended_at"
>;

async function readAll({ pool }: Database, asks: readonly TapAsk[]): Promise<(TappedEnvelope | null)[]> {
  const envelopeIds = [...new Set(asks.map((ask) => ask.envelopeId))];
  const envelopes = await pool.query<TappedRow>({
    name: "tapped_envelopes",
    text: `select envelope_id, sender_id, type, draw_rule, conditions, status, expires_at, ended_at from envelope
      where envelope_id = any ($1) and opened_at is not null and claim_rule = 'members'`,
    values: [envelopeIds],
  });
  const found = new Map(envelopes.rows.map((row) => [row.envelope_id, row]));
  const claims = await pool.query<{ envelope_id: string; tg_user_id: bigint }>({
    name: "tapped_claims",
    text: `select envelope_id, tg_user_id from claim where envelope_id = any ($1) and tg_user_id = any ($2)
      union all select envelope_id, tg_user_id from entry where envelope_id = any ($1) and tg_user_id = any ($2)`,
    values: [[...found.keys()], [...new Set(asks.map((ask) => ask.tgUserId))]],
  });
  const claimed = new Set(claims.rows.map((row) => `${row.envelope_id}:${row.tg_user_id}`));
  return asks.map(({ envelopeId, tgUserId }) => {
    const row = found.get(envelopeId);
    if (row === undefined) return null;
    const { status, expires_at: expiresAt, ended_at: endedAt } = row;
    return {
      envelopeId,
      senderId: row.sender_id,
      type: row.type,
      drawRule: row.draw_rule,
      conditions: row.conditions,
      isOpen: (at) => status === "open" && endedAt === null && expiresAt !== null && expiresAt > at,
      hasClaimed: claimed.has(`${envelopeId}:${tgUserId}`),
    };
  });
}
