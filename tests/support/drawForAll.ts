import { QUICKNET } from "#domain/draw/beacon.ts";
import type { App } from "#server/app.ts";
import { closeWindows } from "#server/envelopes/draw/closeDraws.ts";
import { makeRoot } from "#server/envelopes/draw/drawRoots.ts";
import { enterDraw } from "#server/envelopes/draw/enterDraw.ts";
import { settleAndCredit } from "#server/db/citus/draws.ts";
import { PACE } from "#server/outbox/queues.ts";

const SIGNATURE = new Uint8Array(48).fill(3);

/** Enters these people into the draw of an envelope, and draws by a round that is as good as any. */
export async function drawForAll(app: App, envelopeId: string, people: readonly bigint[]): Promise<void> {
  const { database, clock } = app;
  for (const tgUserId of people) {
    const entryId = `${envelopeId}-${String(tgUserId)}`;
    await enterDraw(database, { envelopeId, tgUserId, entryId, at: clock.now(), chain: QUICKNET, newestRound: 0 });
  }
  const windows = database.kysely.selectFrom("draw_window").select("round").where("envelope_id", "=", envelopeId);
  const { round } = await windows.executeTakeFirstOrThrow();
  const closing = { envelopeId, at: clock.now() };
  await database.kysely.transaction().execute((trx) => closeWindows(trx, closing));
  await makeRoot(app, Number(round), clock.now());
  await settleAndCredit(database, {
    envelopeId,
    round: Number(round),
    signature: SIGNATURE,
    at: clock.now(),
    pace: PACE,
  });
}
