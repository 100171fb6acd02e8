import { type Kysely, sql } from "kysely";
import type { Language } from "#domain/language/language.ts";
import { COINS } from "#domain/coins.ts";
import type { DrawKey } from "#domain/draw/drawKey.ts";
import { type DrawLeaf, joinDraws } from "#domain/draw/drawRoot.ts";
import type { DrawEvidence, EvidenceShare, EvidenceWindow } from "#domain/draw/evidence.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { DataOf, Handler } from "#server/calls/handler.ts";
import { toPerson } from "#server/calls/person.ts";
import { cacheFor } from "#server/chains/cacheFor.ts";
import type { Schema } from "#server/db/schema.ts";
import { keepPerBot } from "#server/messenger/botApi.ts";
import { hasEnded } from "#server/records/allSendRecords.ts";
import { type EnvelopeRow, selectClaims } from "#server/records/wire.ts";
import { readViewedEnvelope } from "../envelopeDetail.ts";
import { toDrawKey } from "./drawKeys.ts";
import { toDrawRoot } from "./drawRoots.ts";
import { readEntry } from "./entry.ts";
import { proveShares } from "./provenShares.ts";

/**
 * Who has entered and may not see the list gets neither names nor amounts. Throws notFound for an envelope that is not drawn
 * for all, and for everybody else who may not see its list.
 */
export const evidence: Handler<"evidence"> = async ({ user: { tgUserId }, query, language }, app) => {
  const { envelope, viewer } = await readViewedEnvelope(app, query.envelopeId, tgUserId);
  const { envelope_id: envelopeId, coin_type: coinType, commitment } = envelope;
  if (envelope.draw_rule !== "together" || commitment === null) throw new ApiError("notFound");
  const isListed = viewer !== "other";
  if (!isListed && (await readEntry(app.database, { envelopeId, tgUserId })) === null) throw new ApiError("notFound");
  const { windows, keys } = await readDraws(app)(await nameDraws(app.database.kysely, envelopeId));
  return {
    about: "hongbao.evidence.1",
    beacon: app.config.beacon.chain,
    envelopeId,
    coinType,
    commitment,
    count: envelope.count,
    totalAmount: isListed ? formatAmount(envelope.total_base, COINS[coinType].baseDecimals) : null,
    windows,
    shares: isListed ? await listWon(app, { envelopeId, windows, language }) : null,
    revealed: isListed ? await reveal(app, envelope) : null,
    keys,
  } satisfies DrawEvidence;
};

/** What is alike for everybody, who may be thousands at once, between two changes of an envelope's draws. */
const KEPT_MS = 3_000;
const MOST_KEPT = 30;

interface Draws {
  windows: EvidenceWindow[];
  keys: DrawKey[];
}

/**
 * An envelope and how far its draws have come. Whoever is told a result finds it in the evidence, however often somebody
 * has asked before.
 */
async function nameDraws(kysely: Kysely<Schema>, envelopeId: string): Promise<string> {
  const { closed, settled } = await kysely
    .selectFrom("draw_window")
    .select(({ fn }) => [fn.count("closed_at").as("closed"), fn.count("settled_at").as("settled")])
    .where("envelope_id", "=", envelopeId)
    .executeTakeFirstOrThrow();
  return `${envelopeId} ${String(closed)} ${String(settled)}`;
}

const readDraws = keepPerBot(({ database: { kysely } }) =>
  cacheFor(KEPT_MS, MOST_KEPT, async (name): Promise<Draws> => {
    const [envelopeId = ""] = name.split(" ");
    const windows = await readWindows(kysely, envelopeId);
    return { windows, keys: await readKeys(kysely, envelopeId, windows) };
  }),
);

async function readWindows(kysely: Kysely<Schema>, envelopeId: string): Promise<EvidenceWindow[]> {
  const closed = await kysely
    .selectFrom("draw_window")
    .select(["round", "closes_at", "settled_at", "is_undrawn"])
    .where("envelope_id", "=", envelopeId)
    .where("closed_at", "is not", null)
    .orderBy("round")
    .execute();
  const entries = await kysely
    .selectFrom("entry")
    .select(["round", "entry_id"])
    .where("envelope_id", "=", envelopeId)
    .orderBy("place")
    .execute();
  const entryIds = Map.groupBy(entries, ({ round }) => round);
  const { rows } = await sql<{
    round: bigint;
    body: string | null;
    signed: string | null;
    leaves: DrawLeaf[] | null;
    spoken: Buffer | null;
  }>`
    select a.round, r.body, r.signature as signed, r.leaves, b.signature as spoken
    from unnest(${closed.map(({ round }) => String(round))}::bigint[]) as a (round)
    left join draw_root r on r.round = a.round left join beacon_round b on b.round = a.round`.execute(kysely);
  const rounds = new Map(rows.map((row) => [row.round, row]));
  return closed.map((window): EvidenceWindow => {
    const { body = null, signed = null, leaves = null, spoken = null } = rounds.get(window.round) ?? {};
    const isDrawn = window.settled_at !== null && !window.is_undrawn;
    return {
      round: Number(window.round),
      closesAt: window.closes_at.toISOString(),
      entryIds: entryIds.get(window.round)?.map(({ entry_id: entryId }) => entryId) ?? [],
      signature: isDrawn ? (spoken?.toString("hex") ?? null) : null,
      isUndrawn: window.is_undrawn,
      root: body === null || signed === null ? null : toDrawRoot(body, signed),
      proof: leaves === null ? null : (joinDraws(leaves).proofs.get(envelopeId) ?? null),
    };
  });
}

/** Those of the months from the first entry to the last root. */
async function readKeys(
  kysely: Kysely<Schema>,
  envelopeId: string,
  windows: readonly EvidenceWindow[],
): Promise<DrawKey[]> {
  const entered = kysely.selectFrom("entry").select(({ fn }) => fn.min("entered_at").as("at"));
  const first = await entered.where("envelope_id", "=", envelopeId).executeTakeFirst();
  const times = windows.flatMap(({ closesAt, root }) => [closesAt, root?.madeAt ?? closesAt]).sort();
  const last = times.at(-1);
  if (first === undefined || last === undefined) return [];
  const rows = await kysely
    .selectFrom("draw_key")
    .selectAll()
    .where("valid_until", ">", first.at)
    .where("valid_from", "<=", new Date(last))
    .orderBy("valid_from")
    .execute();
  return rows.map(toDrawKey);
}

interface WonAsk {
  envelopeId: string;
  windows: readonly EvidenceWindow[];
  language: Language;
}

/** Of the draws that the windows tell: a draw may be settled meanwhile. */
async function listWon(app: App, { envelopeId, windows, language }: WonAsk): Promise<EvidenceShare[]> {
  const shares = await proveShares(app, envelopeId);
  const drawn = new Set(windows.filter(({ signature }) => signature !== null).flatMap(({ entryIds }) => entryIds));
  const claims = await selectClaims(app.database.kysely)
    .where("claim.envelope_id", "=", envelopeId)
    .orderBy("claim.number")
    .execute();
  return claims.flatMap((claim) => {
    const share = shares[claim.slot - 1];
    if (share === undefined || !drawn.has(claim.claim_id)) return [];
    const { slot, amount, salt } = share.leaf;
    return [{ entryId: claim.claim_id, slot, amount, salt, path: share.path, name: toPerson(claim, language).name }];
  });
}

async function reveal(app: App, envelope: EnvelopeRow): Promise<DataOf<"evidence">["revealed"]> {
  if (!hasEnded(envelope) || envelope.salt === null) return null;
  const shares = await proveShares(app, envelope.envelope_id);
  return { salt: envelope.salt.toString("hex"), shares: shares.map(({ leaf }) => leaf.amount) };
}
