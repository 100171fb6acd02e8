import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { LEAVES_EACH } from "#domain/solvency/proof.ts";
import { joinLevel, NODE_BYTES, type WriteHash, writeLeaf } from "#domain/solvency/sumTree.ts";
import type { Schema } from "#server/db/schema.ts";
import { findSecret, type Leaves, PERSON_BYTES } from "./splitBalances.ts";

/** Nodes of one row of `solvency_node`; even. */
export const CHUNK = 256;
/** Rows of nodes in one statement: what is hashed for it takes some milliseconds. */
const MOST_CHUNKS = 16;

/** As text, which Node makes four times as fast as a buffer. */
const writeHash: WriteHash = (message, bytes, place) => {
  const text = hash("sha256", message, "binary");
  for (let byte = 0; byte < text.length; byte += 1) bytes[place + byte] = text.charCodeAt(byte);
};

/** Leaves that are hashed, and people that are stored, in one step. */
const STEP = MOST_CHUNKS * CHUNK;

/**
 * Stores the tree over these leaves, and what each person needs to find theirs in it. Returns its root; rejects once
 * `signal` aborts.
 */
export async function storeTree(
  trx: Kysely<Schema>,
  { coinType, number, signal }: { coinType: CoinType; number: number; signal: AbortSignal },
  leaves: Leaves,
): Promise<Uint8Array> {
  const writer = new Writer();
  const tree = new GrowingTree(coinType, (rows) =>
    writer.start(() => trx.insertInto("solvency_node").values(rows).execute()),
  );
  for (let start = 0; start < leaves.order.length; start += CHUNK) {
    signal.throwIfAborted();
    await tree.add(0, hashLeaves(leaves, start, Math.min(CHUNK, leaves.order.length - start)));
    if (start % STEP === 0) await writer.start(() => storePeople(trx, coinType, leaves, start / LEAVES_EACH));
  }
  const { root, height } = await tree.end();
  await writer.end();
  await trx.insertInto("solvency_tree").values({ coin_type: coinType, number, height }).execute();
  return root;
}

/** Lets the database store one thing while the next one is made. */
class Writer {
  #last: Promise<unknown> = Promise.resolve();

  /** Begins to write once the last one is written. */
  async start(write: () => Promise<unknown>): Promise<void> {
    await this.#last;
    this.#last = write();
    // Whoever waits for it hears of a failure, which may come before that.
    this.#last.catch(() => {});
  }

  async end(): Promise<void> {
    await this.#last;
  }
}

function hashLeaves({ tgUserIds, kept, order }: Leaves, start: number, count: number): Uint8Array {
  const nodes = new Uint8Array(count * NODE_BYTES);
  for (let index = 0; index < count; index += 1) {
    const leaf = order[start + index] ?? 0;
    const tgUserId = tgUserIds[Math.floor(leaf / LEAVES_EACH)] ?? 0n;
    writeLeaf(nodes, index * NODE_BYTES, { tgUserId, bytes: kept, at: findSecret(leaf) }, writeHash);
  }
  return nodes;
}

interface Level {
  /** Nodes that fill no chunk yet. */
  nodes: Uint8Array;
  used: number;
  chunks: number;
}

interface NodeRow {
  coin_type: CoinType;
  level: number;
  chunk: number;
  nodes: Buffer;
}

/** A tree whose nodes are stored as soon as those of a chunk are known, so that no more than a chunk of each level is kept. */
class GrowingTree {
  readonly #coinType: CoinType;
  readonly #store: (rows: readonly NodeRow[]) => Promise<void>;
  readonly #levels: Level[] = [];
  #rows: NodeRow[] = [];

  constructor(coinType: CoinType, store: (rows: readonly NodeRow[]) => Promise<void>) {
    this.#coinType = coinType;
    this.#store = store;
  }

  /** Adds nodes to the end of a level. The caller cuts them so that they never reach beyond the chunk that is being filled. */
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
    await this.add(level + 1, joinLevel(nodes, writeHash));
  }

  async #flush(): Promise<void> {
    if (this.#rows.length > 0) await this.#store(this.#rows);
    this.#rows = [];
  }
}

/** Stores what some people keep, the first of whom is number `start`. */
async function storePeople(
  trx: Kysely<Schema>,
  coinType: CoinType,
  { tgUserIds, kept }: Leaves,
  start: number,
): Promise<void> {
  const ids = Array.from(tgUserIds.subarray(start, start + STEP / LEAVES_EACH), String);
  const own = kept.subarray(start * PERSON_BYTES, (start + ids.length) * PERSON_BYTES);
  await sql`
    insert into solvency_leaf (tg_user_id, coin_type, leaves)
    select p.id, ${coinType}, substring(${Buffer.from(own.buffer, own.byteOffset, own.length)}::bytea from ((p.n - 1) * ${PERSON_BYTES} + 1)::integer for ${PERSON_BYTES})
    from unnest(${ids}::bigint[]) with ordinality as p (id, n)
  `.execute(trx);
}
