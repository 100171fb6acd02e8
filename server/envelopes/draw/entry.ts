import type { Selectable } from "kysely";
import type { components } from "#contract/schema.d.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { batchByEnvelope } from "#server/db/citus/batchByEnvelope.ts";
import type { Schema } from "#server/db/schema.ts";
import { selectClaims, toWireClaim } from "#server/records/wire.ts";

interface EntryAsk {
  envelopeId: string;
  tgUserId: bigint;
}

type EntryRow = Selectable<Schema["entry"]> & Pick<Selectable<Schema["draw_window"]>, "entries" | "closes_at">;
type WireEntry = components["schemas"]["Entry"];

/** A person's entry in the draw of an envelope, with simultaneous callers; null for who is not in it. */
export const readEntry = batchByEnvelope<EntryAsk, WireEntry | null>({
  name: "readEntry",
  async run({ pool }, asks) {
    const { rows } = await pool.query<EntryRow>({
      name: "entries",
      text: `select n.*, w.entries, w.closes_at
        from entry n join draw_window w on w.envelope_id = n.envelope_id and w.round = n.round
        where n.envelope_id = any ($1) and n.tg_user_id = any ($2)`,
      values: [[...new Set(asks.map(({ envelopeId }) => envelopeId))], asks.map(({ tgUserId }) => tgUserId)],
    });
    const found = new Map(rows.map((row) => [`${row.envelope_id}:${row.tg_user_id}`, row]));
    return asks.map(({ envelopeId, tgUserId }) => {
      const row = found.get(`${envelopeId}:${tgUserId}`);
      return row === undefined ? null : toWireEntry(row);
    });
  },
  maxSize: 256,
});

function toWireEntry(row: EntryRow): WireEntry {
  return {
    entryId: row.entry_id,
    place: row.place,
    entries: row.entries,
    enteredAt: row.entered_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    round: Number(row.round),
    status: row.status,
  };
}

/** The caller's entry, and its claim once it has won. Throws notFound for who is not in the draw. */
export const entry: Handler<"entry"> = async ({ user: { tgUserId }, query: { envelopeId }, language }, app) => {
  const found = await readEntry(app.database, { envelopeId, tgUserId });
  if (found === null) throw new ApiError("notFound");
  return { entry: found, claim: await readWon(app, { envelopeId, tgUserId }, language) };
};

async function readWon(
  { database }: App,
  { envelopeId, tgUserId }: EntryAsk,
  language: Parameters<typeof toWireClaim>[2],
): Promise<components["schemas"]["Claim"] | null> {
  const claim = await selectClaims(database.kysely)
    .where("claim.envelope_id", "=", envelopeId)
    .where("claim.tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  return claim === undefined ? null : toWireClaim(claim, tgUserId, language);
}
