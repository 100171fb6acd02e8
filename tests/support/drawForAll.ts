import { QUICKNET } from "#domain/draw/beacon.ts";
import type { App } from "#server/app.ts";
import { enterDraw } from "#server/envelopes/draw/enterDraw.ts";
import { settleDraw } from "#server/envelopes/draw/settleDraw.ts";

const WINDOW_S = 15;
const SIGNATURE = new Uint8Array(48).fill(3);

/** Makes an open envelope one whose shares are drawn for all. */
export async function makeTogether({ database }: Pick<App, "database">, envelopeId: string): Promise<void> {
  await database.kysely
    .updateTable("envelope")
    .set({ draw_rule: "together", draw_window_s: WINDOW_S })
    .where("envelope_id", "=", envelopeId)
    .execute();
}

/** Makes an envelope one for all, enters these people, and draws by a round that is as good as any. */
export async function drawForAll(app: App, envelopeId: string, people: readonly bigint[]): Promise<void> {
  const { database, clock } = app;
  await makeTogether(app, envelopeId);
  for (const tgUserId of people) {
    const entryId = `${envelopeId}-${String(tgUserId)}`;
    await enterDraw(database, { envelopeId, tgUserId, entryId, at: clock.now(), chain: QUICKNET, newestRound: 0 });
  }
  const windows = database.kysely.selectFrom("draw_window").select("round").where("envelope_id", "=", envelopeId);
  const { round } = await windows.executeTakeFirstOrThrow();
  await settleDraw(database, { envelopeId, round: Number(round), signature: SIGNATURE, at: clock.now() });
}
