import type { Database } from "#server/db/database.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { createBatcher } from "#server/db/batch.ts";
import { claimOnShard } from "./claimOnShard.ts";
import { GAP_MS, MAX_WAITING } from "#server/outbox/notificationPace.ts";

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
export function claimShares(database: Database, ask: ClaimAsk): Promise<ClaimOutcome> {
  return database.isSharded ? claimOnShard(database, ask) : claimAnywhere(database, ask);
}

const claimAnywhere = createBatcher<ClaimAsk, ClaimOutcome>({
  name: "claimShares",
  run: runClaims,
  keyOf: ({ envelopeId }) => envelopeId,
  lanes: 2,
  maxSize: 256,
});

/**
 * Queues the sender's messages about the first and the last claim, by the rules of `queueNotification`. One statement
 * does both, so each message is queued once, however many people claim. Senders get no message about their own first
 * claim.
 */
const CLAIM_AND_NOTIFY = `
  with result as materialized (
    select r.ask, r.outcome, r.slot, r.claim_id from claim_shares($1, $2, $3, $4) r
  ),
  news as (
    select e.envelope_id, e.sender_id, r.claim_id, row_number() over (partition by e.sender_id order by r.ask) as place,
      case when e.count = 1 then 'onlyClaim' when r.slot = 1 then 'firstClaim' else 'lastClaim' end as kind
    from result r cross join lateral (
      select from_id.* from envelope from_id where from_id.envelope_id = ($1::text[])[r.ask] offset 0
    ) e
    where r.outcome = 'won' and (r.slot = e.count or r.slot = 1 and e.sender_id <> ($2::bigint[])[r.ask])
  ),
  queued as (
    insert into notification (notification_id, tg_user_id, kind, params, created_at, next_attempt_at)
    select n.kind || ':' || n.envelope_id, n.sender_id, n.kind,
      jsonb_build_object('envelopeId', n.envelope_id, 'claimId', n.claim_id), $4,
      greatest($4, w.latest + $6 * interval '1 millisecond') + (n.place - 1) * $6 * interval '1 millisecond'
    from news n cross join lateral (
      select count(*) as waiting, max(next_attempt_at) as latest from notification
      where tg_user_id = n.sender_id and not is_warning and sent_at is null and failed_at is null
    ) w
    where w.waiting + n.place <= $5 and exists (
      select from tg_user u where u.tg_user_id = n.sender_id and u.allows_write_to_pm and u.allows_notifications
    )
  )
  select ask, outcome from result`;

async function runClaims(database: Database, asks: readonly ClaimAsk[]): Promise<ClaimOutcome[]> {
  // The latest time counts for the whole batch, so no share is given after an envelope's end.
  const at = new Date(Math.max(...asks.map((ask) => ask.at.getTime())));
  const { rows } = await retryConflict(() =>
    database.pool.query<{ ask: number; outcome: ClaimOutcome }>({
      name: "claim_shares",
      text: CLAIM_AND_NOTIFY,
      values: [
        asks.map((ask) => ask.envelopeId),
        asks.map((ask) => ask.tgUserId),
        asks.map((ask) => ask.claimId),
        at,
        MAX_WAITING,
        GAP_MS,
      ],
    }),
  );
  const outcomes = new Map(rows.map((row) => [row.ask, row.outcome]));
  return asks.map((_, index) => {
    const outcome = outcomes.get(index + 1);
    if (outcome === undefined) throw new Error("claim_shares left an ask without an answer");
    return outcome;
  });
}
