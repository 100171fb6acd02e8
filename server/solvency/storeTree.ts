import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { LEAVES_EACH } from "#domain/solvency/proof.ts";
import { joinLevel, NODE_BYTES, writeLeaf } from "#domain/solvency/sumTree.ts";
import type { Schema } from "#server/db/schema.ts";
import { findSecret, type Leaves, PERSON_BYTES } from "./splitBalances.ts";

/** Nodes of one row of `solvency_node`; even. */
export const CHUNK = 256;
/** Rows of nodes in one statement: what is hashed for it takes some milliseconds. */
const MOST_CHUNKS = 16;
/** People in one statement. */
const MOST_PEOPLE = 1_000;

const hashSha256 = (message: Uint8Array) => hash("sha256", message, "buffer");

/** Stores the tree over these leaves, and what each person needs to find theirs in it. Returns its root. */
export async function storeTree(
  trx: Kysely<Schema>,
  { coinType, number }: { coinType: CoinType; number: number },
  leaves: Leaves,
): Promise<Uint8Array> {
  const tree = new GrowingTree(trx, coinType);
  for (let start = 0; start < leaves.order.length; start += CHUNK) {
    await tree.add(0, hashLeaves(leaves, start, Math.min(CHUNK, leaves.order.length - start)));
  }
  const { root, height } = await tree.end();
  await trx.insertInto("solvency_tree").values({ coin_type: coinType, number, height }).execute();
  await storePeople(trx, coinType, leaves);
  return root;
}

function hashLeaves({ tgUserIds, kept, order }: Leaves, start: number, count: number): Uint8Array {
  const nodes = new Uint8Array(count * NODE_BYTES);
  for (let index = 0; index < count; index += 1) {
    const leaf = order[start + index] ?? 0;
    const tgUserId = tgUserIds[Math.floor(leaf / LEAVES_EACH)] ?? 0n;
    writeLeaf(nodes, index * NODE_BYTES, { tgUserId, bytes: kept, at: findSecret(leaf) }, hashSha256);
  }
  return nodes;
}

interface Level {
  /** Nodes that fill no chunk yet. */
  nodes: Uint8Array;
  used: number;
  chunks: number;
}

/** A tree whose nodes are stored as soon as those of a chunk are known, so that no more than a chunk of each level is kept. */
class GrowingTree {
  readonly #trx: Kysely<Schema>;
  readonly #coinType: CoinType;
  readonly #levels: Level[] = [];
  #stored: Promise<unknown> = Promise.resolve();
  #rows: { coin_type: CoinType; level: number; chunk: number; nodes: Buffer }[] = [];

  constructor(trx: Kysely<Schema>, coinType: CoinType) {
    this.#trx = trx;
    this.#coinType = coinType;
  }

  /** Adds nodes to the end of a level; they end where a chunk does, or before. */
  async add(level: number, nodes: Uint8Array): Promise<void> {
    const own = (this.#levels[level] ??= { nodes: new Uint8Array(CHUNK * NODE_BYTES), used: 0, chunks: 0 });
    own.nodes.set(nodes, own.used);
    own.used += nodes.length;
    if (own.used === own.nodes.length) await this.#closeChunk(level, own);
  }

  /** The level with one node has the root. */
  async end(): Promise<{ root: Uint8Array; height: number }> {
    for (let height = 0; ; height += 1) {
      const level = this.#levels[height];
      if (level === undefined) throw new Error("a tree needs a leaf");
      if (level.chunks === 0 && level.used === NODE_BYTES) {
        await this.#flush();
        await this.#stored;
        return { root: level.nodes.subarray(0, NODE_BYTES), height };
      }
      if (level.used > 0) await this.#closeChunk(height, level);
    }
  }

  async #closeChunk(level: number, own: Level): Promise<void> {
    const nodes = own.nodes.slice(0, own.used);
    this.#rows.push({ coin_type: this.#coinType, level, chunk: own.chunks, nodes: Buffer.from(nodes.buffer) });
    own.used = 0;
    own.chunks += 1;
    if (this.#rows.length >= MOST_CHUNKS) await this.#flush();
    await this.add(level + 1, joinLevel(nodes, hashSha256));
  }

  /** Stores the rows that wait, while the next ones are made. */
  async #flush(): Promise<void> {
    await this.#stored;
    if (this.#rows.length === 0) return;
    this.#stored = this.#trx.insertInto("solvency_node").values(this.#rows).execute();
    // Whoever waits for it hears of a failure, which may come before that.
    this.#stored.catch(() => {});
    this.#rows = [];
  }
}

async function storePeople(trx: Kysely<Schema>, coinType: CoinType, { tgUserIds, kept }: Leaves): Promise<void> {
  for (let start = 0; start < tgUserIds.length; start += MOST_PEOPLE) {
    const ids = Array.from(tgUserIds.subarray(start, start + MOST_PEOPLE), String);
    const own = kept.subarray(start * PERSON_BYTES, (start + ids.length) * PERSON_BYTES);
    await sql`
      insert into solvency_leaf (tg_user_id, coin_type, leaves)
      select p.id, ${coinType}, substring(${Buffer.from(own)}::bytea from ((p.n - 1) * ${PERSON_BYTES} + 1)::integer for ${PERSON_BYTES})
      from unnest(${ids}::bigint[]) with ordinality as p (id, n)
    `.execute(trx);
  }
}
