import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { ScannedPart } from "#server/chains/chain.ts";
import type { Schema } from "#server/db/schema.ts";

/**
 * Stores the transactions of a range that are set aside, and forgets those of it that have left the chain or can be read
 * now. What an operator has looked at stays. Answers those that are new.
 */
export async function storeUnread(
  trx: Kysely<Schema>,
  coinType: CoinType,
  { first, last, head, unread }: Pick<ScannedPart, "first" | "last" | "head" | "unread">,
  at: Date,
): Promise<string[]> {
  const hashes = unread.map(({ txHash }) => txHash);
  let outdated = trx
    .deleteFrom("unread_transaction")
    .where("coin_type", "=", coinType)
    .where("acknowledged_at", "is", null)
    .where((where) => where.or([where.between("position", first, last), where("position", ">", head)]));
  if (hashes.length > 0) outdated = outdated.where("tx_hash", "not in", hashes);
  await outdated.execute();
  if (unread.length === 0) return [];
  const { rows } = await sql<{ tx_hash: string }>`
    insert into unread_transaction (coin_type, tx_hash, position, reason, seen_at)
    select ${coinType}, u.*, ${at}
    from unnest(
      ${hashes}::text[], ${unread.map(({ position }) => String(position))}::bigint[],
      ${unread.map(({ reason }) => reason)}::text[]
    ) as u
    on conflict do nothing
    returning tx_hash
  `.execute(trx);
  return rows.map((row) => row.tx_hash);
}
