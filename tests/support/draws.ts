import type { App } from "#server/app.ts";
import { settleAndCredit } from "#server/db/citus/draws.ts";
import { closeWindows } from "#server/envelopes/draw/closeDraws.ts";
import { makeRoot } from "#server/envelopes/draw/drawRoots.ts";
import { enterDraw } from "#server/envelopes/draw/enterDraw.ts";
import { PACE } from "#server/outbox/queues.ts";
import { openEnvelope } from "./story.ts";

/** A round's signature for tests that do not check it. */
export const SIGNATURE = new Uint8Array(48).fill(3);

/** Sends and pays an envelope whose shares are drawn for all. */
export async function openDraw(app: App, sender: bigint, body: Parameters<typeof openEnvelope>[2] = {}) {
  const { envelopeId } = await openEnvelope(app, sender, { drawRule: "together", drawWindowS: 15, ...body });
  return envelopeId;
}

/** Enters these people at once; resolves with what each of them is told. */
export function enterAll(app: App, envelopeId: string, people: readonly bigint[], newestRound = 0) {
  const { chain } = app.config.beacon;
  const at = app.clock.now();
  return Promise.all(
    people.map(async (tgUserId) => {
      const entryId = `${envelopeId}-${String(tgUserId)}`;
      return (await enterDraw(app.database, { envelopeId, tgUserId, entryId, at, chain, newestRound })).outcome;
    }),
  );
}

/** The round of the newest window. */
export async function readNewestRound({ database }: App, envelopeId: string): Promise<number> {
  const windows = database.kysely.selectFrom("draw_window").select("round").where("envelope_id", "=", envelopeId);
  return Number((await windows.orderBy("round", "desc").executeTakeFirstOrThrow()).round);
}

/** Draws by what the beacon says, or, null, by its silence; resolves with how many have won. */
export function settle(
  { database, clock }: App,
  envelopeId: string,
  round: number,
  signature: Uint8Array | null = SIGNATURE,
) {
  return settleAndCredit(database, { envelopeId, round, signature, at: clock.now(), pace: PACE });
}

/** Enters these people into the draw of an envelope, and draws by a round that is as good as any. */
export async function drawForAll(app: App, envelopeId: string, people: readonly bigint[]): Promise<void> {
  const { database, clock } = app;
  await enterAll(app, envelopeId, people);
  const round = await readNewestRound(app, envelopeId);
  const closing = { envelopeId, at: clock.now() };
  await database.kysely.transaction().execute((trx) => closeWindows(trx, closing));
  await makeRoot(app, round, clock.now());
  await settle(app, envelopeId, round);
}
