import { type Kysely, sql } from "kysely";
import { timeOfRound } from "#domain/draw/beacon.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import type { NotificationKind } from "#server/messenger/notificationKind.ts";
import { isDue, workOnDue } from "#server/outbox/failedWork.ts";

/** After so long a page says that the draw is late, and nobody is expected to wait on it. */
const LATE_MS = 10_000;
const BATCH = 50;

const KINDS = {
  won: "drawWon",
  lost: "drawLost",
  undrawn: "drawUndrawn",
} as const satisfies Readonly<Record<string, NotificationKind>>;

/**
 * Tells everybody who waited for a late draw, or for one that ends undrawn, how it ended. Letters and the note that they
 * are written are one transaction: what a process leaves after a settlement the next one finishes, and nobody is told twice.
 */
export const tellLateDraws: Job = {
  name: "lateDraws",
  intervalMs: 1_000,
  async run(app, signal) {
    for (;;) {
      const { rows } = await sql<SettledDraw>`
        select d.envelope_id, d.round, d.settled_at, d.is_undrawn from draw_window d
        where d.settled_at is not null and d.told_at is null
          and ${isDue(app, "lateDraws", sql`d.envelope_id || ':' || d.round`)}
        order by d.settled_at, d.envelope_id, d.round limit ${BATCH}`.execute(app.database.kysely);
      for (const draw of rows) {
        if (signal.aborted) return;
        await workOnDue(app, "lateDraws", `${draw.envelope_id}:${String(draw.round)}`, () => tellDraw(app, draw));
      }
      if (rows.length < BATCH) return;
    }
  },
};

interface SettledDraw {
  envelope_id: string;
  round: bigint;
  settled_at: Date;
  is_undrawn: boolean;
}

async function tellDraw({ database, clock, config }: App, draw: SettledDraw): Promise<void> {
  const at = clock.now();
  const lateMs = draw.settled_at.getTime() - timeOfRound(config.beacon.chain, Number(draw.round)).getTime();
  await database.kysely.transaction().execute(async (trx) => {
    const noted = await trx
      .updateTable("draw_window")
      .set({ told_at: at })
      .where("envelope_id", "=", draw.envelope_id)
      .where("round", "=", draw.round)
      .where("told_at", "is", null)
      .executeTakeFirst();
    // Another process has told it.
    if (noted.numUpdatedRows === 0n) return;
    if (draw.is_undrawn || lateMs > LATE_MS) await writeLetters(trx, draw, at);
  });
}

/** In one statement, since they may be thousands. */
async function writeLetters(trx: Kysely<Schema>, { envelope_id: envelopeId, round }: SettledDraw, at: Date) {
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
    where n.envelope_id = ${envelopeId} and n.round = ${round}
    on conflict (queue, letter_id) do nothing`.execute(trx);
}
