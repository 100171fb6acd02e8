import type { Selectable } from "kysely";
import type { components } from "#contract/schema.d.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { batchByEnvelope } from "#server/db/citus/batchByEnvelope.ts";
import type { Schema } from "#server/db/schema.ts";
import { selectClaims, toWireClaim } from "#server/records/wire.ts";
import { readRound } from "./drawRoots.ts";
import { proveShares } from "./provenShares.ts";
import { findReceipt } from "./receipts.ts";

interface EntryAsk {
  envelopeId: string;
  tgUserId: bigint;
}

export interface EntryRow extends Omit<Selectable<Schema["entry"]>, "head"> {
  /** Of its window. */
  entries: number;
  closes_at: Date;
  commitment: string;
  /** Hex. */
  head: string;
  /** As `hashStart` before the first. */
  previous_head: string;
}

/** A person's entry in the draw of an envelope, with simultaneous callers; null for who is not in it. */
export const readEntry = batchByEnvelope<EntryAsk, EntryRow | null>({
  name: "readEntry",
  async run({ pool }, asks) {
    const { rows } = await pool.query<EntryRow>({
      name: "entries",
      text: `select n.envelope_id, n.tg_user_id, n.entry_id, n.place, n.round, n.entered_at, n.status, w.entries, w.closes_at,
          e.commitment, encode(n.head, 'hex') as head, encode(coalesce(
            p.head, sha256(decode(e.commitment, 'hex') || convert_to('shares:' || e.count, 'UTF8'))
          ), 'hex') as previous_head
        from entry n
        join draw_window w on w.envelope_id = n.envelope_id and w.round = n.round
        join envelope e on e.envelope_id = n.envelope_id
        left join entry p on p.envelope_id = n.envelope_id and p.place = n.place - 1
        where n.envelope_id = any ($1) and n.tg_user_id = any ($2)`,
      values: [[...new Set(asks.map(({ envelopeId }) => envelopeId))], asks.map(({ tgUserId }) => tgUserId)],
    });
    const found = new Map(rows.map((row) => [`${row.envelope_id}:${row.tg_user_id}`, row]));
    return asks.map(({ envelopeId, tgUserId }) => found.get(`${envelopeId}:${tgUserId}`) ?? null);
  },
  maxSize: 256,
});

/**
 * An entry as its person sees it, with what proves it.
 *
 * @param slot what it has won
 */
export async function toWireEntry(
  app: App,
  row: EntryRow,
  slot: number | null,
): Promise<components["schemas"]["Entry"]> {
  const isClosed = row.status !== "waiting" || app.clock.now() >= row.closes_at;
  const isDrawn = row.status === "won" || row.status === "lost";
  const round = isClosed ? await readRound(app, Number(row.round), isDrawn) : null;
  return {
    entryId: row.entry_id,
    place: row.place,
    entries: row.entries,
    enteredAt: row.entered_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    round: Number(row.round),
    status: row.status,
    receipt: await findReceipt(app, row),
    root: round?.root ?? null,
    signature: (isDrawn ? round?.signature : null) ?? null,
    share: slot === null ? null : await findProof(app, row.envelope_id, slot),
  };
}

async function findProof(app: App, envelopeId: string, slot: number) {
  const share = (await proveShares(app, envelopeId))[slot - 1];
  return share === undefined ? null : { slot, salt: share.leaf.salt, path: share.path };
}

/** The caller's entry, and its claim once it has won. Throws notFound for who is not in the draw. */
export const entry: Handler<"entry"> = async ({ user: { tgUserId }, query: { envelopeId }, language }, app) => {
  const found = await readEntry(app.database, { envelopeId, tgUserId });
  if (found === null) throw new ApiError("notFound");
  const claim = await selectClaims(app.database.kysely)
    .where("claim.envelope_id", "=", envelopeId)
    .where("claim.tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  return {
    entry: await toWireEntry(app, found, claim?.slot ?? null),
    claim: claim === undefined ? null : toWireClaim(claim, tgUserId, language),
  };
};
