import { sql } from "kysely";
import { timeOfRound } from "#domain/draw/beacon.ts";
import type { App } from "#server/app.ts";
import type { NotificationKind } from "#server/messenger/notificationKind.ts";

/** After so long a page says that the draw is late, and nobody is expected to wait on it. */
const LATE_MS = 10_000;

const KINDS = {
  won: "drawWon",
  lost: "drawLost",
  undrawn: "drawUndrawn",
} as const satisfies Readonly<Record<string, NotificationKind>>;

interface SettledDraw {
  envelopeId: string;
  round: number;
}

/**
 * Tells everybody who waited for a late draw how it ended, once, and with one that ends undrawn those of later ones, which end with
 * it. In one statement, since they may be thousands.
 */
export async function tellLateDraw(app: App, { envelopeId, round }: SettledDraw): Promise<void> {
  const at = app.clock.now();
  if (at.getTime() <= timeOfRound(app.config.beacon.chain, round).getTime() + LATE_MS) return;
  await sql`
    insert into letter (queue, letter_id, taker, kind, payload, created_at, due_at)
    select 'notification', 'draw:' || n.entry_id, n.tg_user_id::text,
      case n.status when 'won' then ${KINDS.won} when 'lost' then ${KINDS.lost} else ${KINDS.undrawn} end,
      case n.status
        when 'won' then jsonb_build_object('envelopeId', n.envelope_id, 'claimId', n.entry_id)
        when 'lost' then jsonb_build_object('envelopeId', n.envelope_id, 'entries', w.entries::text)
        else jsonb_build_object('envelopeId', n.envelope_id)
      end, ${at}, ${at}
    from entry n join draw_window w on w.envelope_id = n.envelope_id and w.round = n.round
    where n.envelope_id = ${envelopeId} and n.round >= ${round} and n.status <> 'waiting'
    on conflict (queue, letter_id) do nothing`.execute(app.database.kysely);
}
