import { batchByEnvelope } from "#server/db/citus/batchByEnvelope.ts";
import type { Database } from "#server/db/database.ts";
import type { ClaimRow, EnvelopeRow } from "#server/records/wire.ts";

interface ResultAsk {
  envelopeId: string;
  tgUserId: bigint;
}

interface ClaimResult {
  envelope: EnvelopeRow;
  claim: ClaimRow;
}

/** Reads a new or existing claim together with its envelope's current state. */
export const readClaimResult = batchByEnvelope<ResultAsk, ClaimResult>({
  name: "readClaimResult",
  run: readResults,
  maxSize: 256,
});

/** One statement for the claims, one for the names: a sharded database has them on different nodes. */
async function readResults({ pool }: Database, asks: readonly ResultAsk[]): Promise<ClaimResult[]> {
  const { rows } = await pool.query<ResultRow>({
    name: "claim_results",
    text: `select e.*, c.tg_user_id, c.slot, c.claim_id, c.amount_base, c.claimed_at, c.reaction
      from claim c join envelope e on e.envelope_id = c.envelope_id
      where c.envelope_id = any ($1) and c.tg_user_id = any ($2)`,
    values: [[...new Set(asks.map((ask) => ask.envelopeId))], asks.map((ask) => ask.tgUserId)],
  });
  const people = await pool.query<NameRow>({
    name: "claim_result_names",
    text: "select tg_user_id, first_name, last_name, photo_url from tg_user where tg_user_id = any ($1)",
    values: [[...new Set(rows.flatMap((row) => [row.tg_user_id, row.sender_id]))]],
  });
  const names = new Map(people.rows.map(({ tg_user_id: id, ...name }) => [id, name]));
  const results = new Map(rows.map((row) => [`${row.envelope_id}:${row.tg_user_id}`, row]));
  return asks.map((ask) => {
    const row = results.get(`${ask.envelopeId}:${ask.tgUserId}`);
    const claimer = names.get(ask.tgUserId);
    const sender = row === undefined ? undefined : names.get(row.sender_id);
    if (row === undefined || claimer === undefined || sender === undefined) {
      throw new Error("a claim that was made cannot be read");
    }
    return { claim: { ...row, ...claimer }, envelope: { ...row, ...sender } };
  });
}

type NameRow = Pick<ClaimRow, "tg_user_id" | "first_name" | "last_name" | "photo_url">;
type ResultRow = Omit<ClaimRow & EnvelopeRow, "first_name" | "last_name" | "photo_url">;
