import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { createId } from "#server/random.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { DataOf, Handler } from "#server/calls/handler.ts";
import { isEnvelopeFrozen } from "#server/limits/freezes.ts";
import { readConditions } from "#server/messenger/memberships.ts";
import {
  toWireClaim,
  toWireEnvelope,
  type ClaimRow,
  type EnvelopeRow,
  type EnvelopeViewer,
} from "#server/records/wire.ts";
import { batchByEnvelope } from "#server/db/citus/batchByEnvelope.ts";
import type { Database } from "#server/db/database.ts";
import { readEntry, toWireEntry } from "#server/envelopes/draw/entry.ts";
import { claimAsMember } from "./claimAsMember.ts";
import { type Asked, findTapped, resolveEnvelope } from "./findAsked.ts";
import type { ClaimableEnvelope } from "./judgeTry.ts";
import { takeShare } from "./takeShare.ts";

const REFUSALS = { soldOut: "soldOut", expired: "envelopeExpired", notOpen: "wrongPassphrase" } as const;

/**
 * Claims a share with the passphrase, or by a tap where members may open the envelope. A repeat returns the same claim,
 * also after the envelope has ended.
 */
export const acceptRedEnvelope: Handler<"acceptRedEnvelope"> = ({ user: { tgUserId }, body, ip, language }, app) =>
  claimFor(app, { ...body, tgUserId, ip, language });

/** Claims for a person, in the app or in a chat: by one code, with the same limits and locks. */
export async function claimFor(app: App, claim: Omit<Asked, "at">): Promise<DataOf<"acceptRedEnvelope">> {
  const at = app.clock.now();
  const { tgUserId, language } = claim;
  const asked = { ...claim, at };
  const tapped = await findTapped(app, asked);
  const envelope = tapped ?? (await resolveEnvelope(app, asked));
  if (envelope.senderId === tgUserId && envelope.type === "ordinary") throw new ApiError("ownEnvelope");

  const { envelopeId } = envelope;
  if ((await isEnvelopeFrozen(app.database, envelopeId)) && !(await hasClaimed(app, envelopeId, tgUserId))) {
    throw new ApiError("serviceUnavailable");
  }
  const ask = { envelopeId, tgUserId, claimId: createId(app.random), at };
  const { outcome, entry } = await (tapped === null ? takeShare(app, envelope, ask) : claimAsMember(app, tapped, ask));
  if (outcome === "soldOut" || outcome === "expired" || outcome === "notOpen") throw new ApiError(REFUSALS[outcome]);
  const asking = { envelopeId, tgUserId };
  const [result, entered] = await Promise.all([
    readClaimResult(app.database, asking),
    envelope.drawRule === "together" ? (entry ?? readEntry(app.database, asking)) : null,
  ]);
  const viewer = findViewer(envelope, tgUserId, result.claim);
  return {
    claim: result.claim === null ? null : toWireClaim(result.claim, tgUserId, language),
    entry: entered === null ? null : await toWireEntry(app, entered, result.claim?.slot ?? null),
    envelope: {
      ...writeEnvelope(app, result.envelope, viewer, language),
      conditions: await readConditions(app, result.envelope.conditions, { tgUserId, seesAll: true }),
    },
    alreadyClaimed: outcome === "alreadyClaimed" || outcome === "alreadyEntered",
  };
}

type WireEnvelope = ReturnType<typeof toWireEnvelope>;

/** Of one reading, which a crowd shares, and as all of a kind see it. */
const written = new WeakMap<EnvelopeRow, Map<string, WireEnvelope>>();

function writeEnvelope({ config }: App, row: EnvelopeRow, viewer: EnvelopeViewer, language: Language): WireEnvelope {
  const name = `${viewer} ${language}`;
  const ofRow = written.get(row) ?? new Map<string, WireEnvelope>();
  const envelope = ofRow.get(name) ?? toWireEnvelope(row, viewer, { language, secrets: config.appSecrets });
  written.set(row, ofRow.set(name, envelope));
  return envelope;
}

/** Who is in a draw and has no share of it sees no more than anybody. */
function findViewer({ senderId }: ClaimableEnvelope, tgUserId: bigint, claim: ClaimRow | null): EnvelopeViewer {
  if (senderId === tgUserId) return "sender";
  return claim === null ? "other" : "claimer";
}

/** Whoever has a share of a frozen envelope, or is in its draw, still sees it. */
async function hasClaimed({ database }: App, envelopeId: string, tgUserId: bigint): Promise<boolean> {
  if ((await readEntry(database, { envelopeId, tgUserId })) !== null) return true;
  const claim = await database.kysely
    .selectFrom("claim")
    .select("claim_id")
    .where("envelope_id", "=", envelopeId)
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  return claim !== undefined;
}

interface ResultAsk {
  envelopeId: string;
  tgUserId: bigint;
}

interface ClaimResult {
  envelope: EnvelopeRow;
  /** Null where a draw is not settled yet, or was lost. */
  claim: ClaimRow | null;
}

/** Reads a new or existing claim, if there is one, together with its envelope's current state. */
const readClaimResult = batchByEnvelope<ResultAsk, ClaimResult>({
  name: "readClaimResult",
  run: readResults,
  maxSize: 256,
});

/** One statement for the claims, one for the names: a sharded database has them on different nodes. */
async function readResults({ pool }: Database, asks: readonly ResultAsk[]): Promise<ClaimResult[]> {
  const { rows } = await pool.query<ResultRow>({
    name: "claim_results",
    text: `select e.*, c.tg_user_id, c.slot, c.number, c.claim_id, c.amount_base, c.claimed_at, c.reaction
      from envelope e left join claim c on c.envelope_id = e.envelope_id and c.tg_user_id = any ($2)
      where e.envelope_id = any ($1)`,
    values: [[...new Set(asks.map((ask) => ask.envelopeId))], asks.map((ask) => ask.tgUserId)],
  });
  const people = await pool.query<NameRow>({
    name: "claim_result_names",
    text: "select tg_user_id, first_name, last_name, photo_url from tg_user where tg_user_id = any ($1)",
    values: [[...new Set(rows.flatMap((row) => [row.tg_user_id ?? [], row.sender_id].flat()))]],
  });
  const names = new Map(people.rows.map(({ tg_user_id: id, ...name }) => [id, name]));
  const envelopes = new Map<string, EnvelopeRow>();
  for (const row of rows) {
    const sender = names.get(row.sender_id);
    if (sender !== undefined) envelopes.set(row.envelope_id, { ...row, ...sender });
  }
  const claims = new Map(rows.map((row) => [`${row.envelope_id}:${row.tg_user_id}`, row]));
  return asks.map((ask) => {
    const envelope = envelopes.get(ask.envelopeId);
    const claim = claims.get(`${ask.envelopeId}:${ask.tgUserId}`);
    const claimer = names.get(ask.tgUserId);
    const isThere = claim !== undefined && claimer !== undefined;
    if (envelope === undefined || (!isThere && envelope.draw_rule === "instant")) {
      throw new Error("a claim that was made cannot be read");
    }
    return { claim: isThere ? { ...claim, ...claimer } : null, envelope };
  });
}

type NameRow = Pick<ClaimRow, "tg_user_id" | "first_name" | "last_name" | "photo_url">;
type ResultRow = Omit<ClaimRow & EnvelopeRow, "first_name" | "last_name" | "photo_url">;
