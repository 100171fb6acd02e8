import type { Kysely } from "kysely";
import type { Chain, ChainTransfer, Compared, ListedRange } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { joinCompared } from "#server/chains/quorum.ts";
import type { Schema } from "#server/db/schema.ts";
import { type DustSum, partDust, sumDust } from "./dust.ts";
import type { ReadAgain } from "./storeTransfers.ts";

/** Disputed transactions that are read again in a turn. */
const MOST_AGAIN = 20;
/** With so many disputed transfers, a host counts as away: what is not listed yet waits. */
export const MOST_DISPUTED = 100;

type Store = (listed: ListedRange, range: { after: bigint; head: bigint }) => Promise<void>;

/**
 * What two endpoints list after the settled position, so that none of them alone invents a payment or leaves one out. A
 * position is listed once, and again after a start. A transfer that they tell differently is read again on its own.
 */
export class Arrivals {
  readonly #chain: Chain;
  readonly #database: Kysely<Schema>;
  readonly #store: Store;
  /** The position up to which they are listed. */
  #last: bigint | null = null;
  /** By position. A sum is booked once everything up to its position is settled. */
  readonly #dust = new Map<bigint, DustSum>();
  /** The disputed transactions that were read again since all had their turn. */
  readonly #readAgain = new Set<string>();

  /** `store` keeps what is listed, but for dust. */
  constructor(chain: Chain, database: Kysely<Schema>, store: Store) {
    this.#chain = chain;
    this.#database = database;
    this.#store = store;
  }

  /** Lists on toward a position, and answers how far that goes. */
  async readOn({ settled, upTo, head }: { settled: bigint; upTo: bigint; head: bigint }): Promise<bigint> {
    const after = this.#last !== null && this.#last > settled ? this.#last : settled;
    if (upTo <= after) return upTo;
    const { count } = await this.#selectDisputed()
      .select((select) => select.fn.countAll<bigint>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_DISPUTED) return after;
    this.#last = await this.#list({ after, upTo, head });
    return this.#last;
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

  /** Reads disputed transfers again, in turn, each on its own. What cannot be read waits. */
  async readDisputed(): Promise<ReadAgain> {
    const rows = await this.#selectDisputed().select(["tx_hash", "position", "told"]).orderBy("position").execute();
    const byId = [...Map.groupBy(rows, ({ tx_hash: txHash }) => txHash)];
    const isNext = ([txHash]: [string, unknown]) => !this.#readAgain.has(txHash);
    if (!byId.some(isNext)) this.#readAgain.clear();
    const asked: string[] = [];
    const answers: Compared[] = [];
    try {
      for (const [txHash, transfers] of byId.filter(isNext).slice(0, MOST_AGAIN)) {
        this.#readAgain.add(txHash);
        const positions = transfers.flatMap(({ position, told }) =>
          told === null ? [position] : told.map((reading) => BigInt(reading.position)),
        );
        answers.push(await this.#chain.readAgain({ txHash, positions: [...new Set(positions)] }));
        asked.push(txHash);
      }
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
    const { agreed, disputed } = joinCompared(answers);
    return { kind: "again", asked, agreed, disputed };
  }

  #selectDisputed() {
    return this.#database
      .selectFrom("chain_transfer")
      .where("coin_type", "=", this.#chain.coinType)
      .where("disputed_at", "is not", null)
      .where("settled_at", "is", null);
  }
}
