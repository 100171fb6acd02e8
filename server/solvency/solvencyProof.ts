import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { LEAVES_EACH } from "#domain/solvency/proof.ts";
import { NODE_BYTES } from "#domain/solvency/sumTree.ts";
import { toHex } from "#domain/hex.ts";
import type { Handler } from "#server/calls/handler.ts";
import type { Schema } from "#server/db/schema.ts";
import { readLeaf } from "./splitBalances.ts";
import { CHUNK } from "./storeTree.ts";

/** The leaves of the caller's balance in the newest tree, with their paths; null where it has none. */
export const solvencyProof: Handler<"solvencyProof"> = ({ user: { tgUserId }, query: { coinType } }, { database }) =>
  database.kysely
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      const found = await trx
        .selectFrom("solvency_leaf")
        .innerJoin("solvency_tree", "solvency_tree.coin_type", "solvency_leaf.coin_type")
        .select(["number", "height", "leaves"])
        .where("tg_user_id", "=", tgUserId)
        .where("solvency_leaf.coin_type", "=", coinType)
        .executeTakeFirst();
      if (found === undefined) return null;
      const own = Array.from({ length: LEAVES_EACH }, (_, index) => readLeaf(found.leaves, index));
      const tree = { coinType, height: found.height };
      const paths = await readPaths(
        trx,
        tree,
        own.map(({ position }) => position),
      );
      const leaves = own.map(({ position, nonce, partBase }, index) => ({
        position,
        amount: formatAmount(partBase, COINS[coinType].baseDecimals),
        nonce: toHex(nonce),
        path: Buffer.concat(paths.slice(index * found.height, (index + 1) * found.height)).toString("base64"),
      }));
      return { number: found.number, coinType, tgUserId: Number(tgUserId), leaves };
    });

/** The nodes beside the ways of all positions, of each way the lowest first. */
async function readPaths(
  trx: Kysely<Schema>,
  { coinType, height }: { coinType: CoinType; height: number },
  positions: readonly number[],
): Promise<Buffer[]> {
  const places = positions.flatMap((position) =>
    Array.from({ length: height }, (_, level) => ({ level, index: Math.floor(position / 2 ** level) ^ 1 })),
  );
  const levels = places.map(({ level }) => level);
  const chunks = places.map(({ index }) => Math.floor(index / CHUNK));
  const offsets = places.map(({ index }) => (index % CHUNK) * NODE_BYTES + 1);
  const { rows } = await sql<{ node: Buffer | null }>`
    select substring(n.nodes from p.at for ${NODE_BYTES}) as node
    from unnest(${levels}::smallint[], ${chunks}::integer[], ${offsets}::integer[]) with ordinality as p (level, chunk, at, place)
    left join solvency_node n on n.coin_type = ${coinType} and n.level = p.level and n.chunk = p.chunk
    order by p.place
  `.execute(trx);
  // A level with an odd number of nodes ends with an empty one, which is not stored.
  return rows.map(({ node }) => (node === null || node.length === 0 ? Buffer.alloc(NODE_BYTES) : node));
}
