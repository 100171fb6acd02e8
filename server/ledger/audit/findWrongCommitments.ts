import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import { COINS, type CoinType } from "#domain/coins.ts";
import { canonicalFairness } from "#domain/draw/canonicalFairness.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";

const PAGE = 500;

interface OpenedRow {
  envelope_id: string;
  coin_type: CoinType;
  commitment: string | null;
  salt: Buffer | null;
  shares: string[];
}

/** Finds opened envelopes whose commitment is not the hash of their salt and shares. */
export async function findWrongCommitments(client: PoolClient): Promise<readonly string[]> {
  const wrong: string[] = [];
  let after = "";
  for (;;) {
    const { rows } = await client.query<OpenedRow>(
      `select e.envelope_id, e.coin_type, e.commitment, e.salt,
         array(select s.amount_base::text from share s where s.envelope_id = e.envelope_id order by s.slot) as shares
       from envelope e where e.opened_at is not null and e.envelope_id > $1 order by e.envelope_id limit ${PAGE}`,
      [after],
    );
    for (const row of rows) if (hashRow(row) !== row.commitment) wrong.push(row.envelope_id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return wrong;
    after = last.envelope_id;
  }
}

function hashRow(row: OpenedRow): string | undefined {
  if (row.salt === null) return undefined;
  const { baseDecimals } = COINS[row.coin_type];
  const shares = row.shares.map((share) => formatAmount(BigInt(share), baseDecimals));
  const record = { envelopeId: row.envelope_id, salt: row.salt.toString("hex"), shares };
  return createHash("sha256").update(canonicalFairness(record)).digest("hex");
}
