import { sql } from "kysely";
import { writeCanonicalJson } from "#domain/canonicalJson.ts";
import { type DrawLeaf, type DrawRoot, type DrawRootBody, joinDraws } from "#domain/draw/drawRoot.ts";
import { toHex } from "#domain/hex.ts";
import type { App } from "#server/app.ts";
import type { Handler } from "#server/calls/handler.ts";
import { cacheFor } from "#server/chains/cacheFor.ts";
import { keepPerBot } from "#server/messenger/botApi.ts";
import { findSigner } from "./drawKeys.ts";

/** What is known of a round. */
interface KnownRound {
  root: DrawRoot | null;
  /** Hex. */
  signature: string | null;
}

/** Whoever waits for a draw asks for it. */
const KEPT_MS = 500;
const MOST_KEPT = 1_000;

/**
 * The root of a round's draws and its signature, as far as they are there.
 *
 * @param isDrawn whether a draw of it is settled: then what was read before counts no more, since its result is told with
 *   the signature
 */
export function readRound(app: App, round: number, isDrawn = false): Promise<KnownRound> {
  return readRounds(app)(`${String(round)} ${isDrawn ? "drawn" : "waiting"}`);
}

const readRounds = keepPerBot((app) =>
  cacheFor(KEPT_MS, MOST_KEPT, async (name): Promise<KnownRound> => {
    const [round = ""] = name.split(" ");
    const { rows } = await sql<{ body: string | null; signed: string | null; spoken: Buffer | null }>`
      select r.body, r.signature as signed, b.signature as spoken
      from (select ${round}::bigint as round) a
      left join draw_root r on r.round = a.round left join beacon_round b on b.round = a.round`.execute(
      app.database.kysely,
    );
    const [row] = rows;
    const [body, signed] = [row?.body ?? null, row?.signed ?? null];
    return {
      root: body === null || signed === null ? null : toDrawRoot(body, signed),
      signature: row?.spoken?.toString("hex") ?? null,
    };
  }),
);

/** A stored root as it is published. */
export function toDrawRoot(body: string, signature: string): DrawRoot {
  return { ...(JSON.parse(body) as DrawRootBody), signature };
}

export const drawRoot: Handler<"drawRoot"> = async ({ query: { round } }, app) => ({
  root: (await readRound(app, round)).root,
});

/**
 * Signs what a round decides, once nobody can enter any draw of it, and before the first of them is settled. It is published
 * by being stored, and stored once: of two processes the first one's counts. None where the key cannot be read.
 */
export async function makeRoot(app: App, round: number, madeAt: Date): Promise<void> {
  const { kysely } = app.database;
  const stored = kysely.selectFrom("draw_root").select("round").where("round", "=", BigInt(round));
  if ((await stored.executeTakeFirst()) !== undefined) return;
  const windows = await kysely
    .selectFrom("draw_window")
    .select(["envelope_id", "entries", "head", "closed_at"])
    .where("round", "=", BigInt(round))
    .execute();
  const signer = await findSigner(app, madeAt);
  if (signer === null || windows.length === 0 || windows.some(({ closed_at: closedAt }) => closedAt === null)) return;
  const leaves = windows.map(({ envelope_id: envelopeId, entries, head }): DrawLeaf => ({
    envelopeId,
    round,
    entries,
    head: toHex(head),
  }));
  const body: DrawRootBody = {
    about: "hongbao.root.1",
    beacon: app.config.beacon.chain.hash,
    round,
    root: joinDraws(leaves).root,
    draws: leaves.length,
    madeAt: madeAt.toISOString(),
    keyId: signer.keyId,
  };
  const text = writeCanonicalJson(body);
  await kysely
    .insertInto("draw_root")
    .values({
      round: BigInt(round),
      made_at: madeAt,
      body: text,
      signature: await signer.sign(text),
      leaves: JSON.stringify(leaves),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
