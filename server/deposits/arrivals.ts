import type { Kysely } from "kysely";
import type { Chain, ChainTransfer, ListedRange } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import type { Schema } from "#server/db/schema.ts";
import { type DustSum, partDust, sumDust } from "./dust.ts";

/** Positions of disputed transfers that are listed again in a turn. */
const MOST_AGAIN = 10;

type Store = (listed: ListedRange, range: { after: bigint; head: bigint }) => Promise<void>;

/**
 * What two endpoints list after the settled position, so that none of them alone invents a payment or leaves one out. A
 * position is listed once, and again after a start and while a transfer of it is disputed.
 */
export class Arrivals {
  readonly #chain: Chain;
  readonly #database: Kysely<Schema>;
  readonly #store: Store;
  /** The position up to which they are listed. */
  #last: bigint | null = null;
  /** By position. A sum is booked once everything up to its position is settled. */
  readonly #dust = new Map<bigint, DustSum>();
  /** The newest position that was listed again in the last turn. */
  #lastAgain = -1n;

  /** `store` keeps what is listed, but for dust. */
  constructor(chain: Chain, database: Kysely<Schema>, store: Store) {
    this.#chain = chain;
    this.#database = database;
    this.#store = store;
  }

  /** Lists on toward a position, and answers how far that goes. */
  async readOn({ settled, upTo, head }: { settled: bigint; upTo: bigint; head: bigint }): Promise<bigint> {
    const after = this.#last !== null && this.#last > settled ? this.#last : settled;
    if (upTo > after) this.#last = await this.#list({ after, upTo, head });
    await this.#listDisputed(after, head);
    return upTo > after ? (this.#last ?? after) : upTo;
  }

  /** Whether two endpoints have listed a position: what one of them says of it counts no more. */
  isListed(position: bigint): boolean {
    return this.#last !== null && position <= this.#last;
  }

  /** The first position from another on that is not listed. */
  firstAfter(first: bigint): bigint {
    return this.isListed(first) ? (this.#last ?? first) + 1n : first;
  }

  /** Parts transfers from dust. */
  async withoutDust(transfers: readonly ChainTransfer[]): Promise<ChainTransfer[]> {
    return (await partDust(this.#database, this.#chain.coinType, transfers)).kept;
  }

  /** The dust after a position up to another. */
  listDust(after: bigint, upTo: bigint): DustSum[] {
    return [...this.#dust.values()].filter(({ position }) => position > after && position <= upTo);
  }

  /** Everything up to a position is settled. */
  forget(settled: bigint): void {
    for (const position of this.#dust.keys()) if (position <= settled) this.#dust.delete(position);
  }

  reset(): void {
    this.#last = null;
    this.#dust.clear();
  }

  async #list({ after, upTo, head }: { after: bigint; upTo: bigint; head: bigint }): Promise<bigint> {
    const { coinType } = this.#chain;
    const listed = await this.#chain.listArrivals({ after, upTo });
    const { kept, dust } = await partDust(this.#database, coinType, listed.agreed);
    // Dust that one endpoint alone lists may be invented; if it is not, a comparison finds it.
    await this.#store({ ...listed, agreed: kept, disputed: await this.withoutDust(listed.disputed) }, { after, head });
    for (const { position } of this.listDust(after, listed.last)) this.#dust.delete(position);
    for (const sum of await sumDust(this.#database, coinType, dust)) this.#dust.set(sum.position, sum);
    return listed.last;
  }

  /** Lists positions of disputed transfers again, in turn. What cannot be listed waits, and holds up no other. */
  async #listDisputed(upTo: bigint, head: bigint): Promise<void> {
    const rows = await this.#database
      .selectFrom("chain_transfer")
      .select("position")
      .distinct()
      .where("coin_type", "=", this.#chain.coinType)
      .where("disputed_at", "is not", null)
      .where("settled_at", "is", null)
      .where("position", "<=", upTo)
      .orderBy("position")
      .execute();
    const positions = rows.map(({ position }) => position);
    const next = positions.filter((position) => position > this.#lastAgain);
    const turn = [...next, ...positions.filter((position) => position <= this.#lastAgain)].slice(0, MOST_AGAIN);
    try {
      for (const position of turn) {
        this.#lastAgain = position;
        await this.#list({ after: position - 1n, upTo: position, head });
      }
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
  }
}
