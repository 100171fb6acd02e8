import type { Kysely } from "kysely";
import { type Chain, type ChainTransfer, type ListedRange, nameArrival } from "#server/chains/chain.ts";
import type { Schema } from "#server/db/schema.ts";
import { type DustSum, isBelowMinimum, partDust, sumDust } from "./dust.ts";
import type { TransferRow } from "./transferReading.ts";

/**
 * What two endpoints list after the settled position, so that none of them alone leaves a payment out. It is listed once,
 * however long a disputed transfer keeps the settled position back, and again after a start.
 */
export class FinalListing {
  readonly #chain: Chain;
  readonly #database: Kysely<Schema>;
  /** The position up to which it goes. */
  #last: bigint | null = null;
  /** By position. A sum is booked once everything up to its position is settled. */
  readonly #dust = new Map<bigint, DustSum>();
  /** What two endpoints have alike, with the position and the alias of each. */
  readonly #agreed = new Map<string, { position: bigint; alias: string | null }>();
  /** What is below the minimum and pays an order's rest. */
  readonly #rests = new Map<string, bigint>();

  constructor(chain: Chain, database: Kysely<Schema>) {
    this.#chain = chain;
    this.#database = database;
  }

  /** Lists on toward a position, has the transfers stored, and answers how far it goes. */
  async readOn(
    { settled, upTo }: { settled: bigint; upTo: bigint },
    store: (listed: ListedRange, after: bigint) => Promise<void>,
  ): Promise<bigint> {
    const after = this.#last !== null && this.#last > settled ? this.#last : settled;
    if (upTo <= after) return upTo;
    // Of a listing that was not finished.
    for (const position of this.#dust.keys()) if (position > after) this.#dust.delete(position);
    const listed = await this.#chain.listArrivals({ after, upTo });
    const { kept, dust } = await this.part(listed.transfers);
    await store({ ...listed, transfers: kept }, after);
    // What one endpoint alone lists may be invented; if it is not, a comparison finds it.
    const certain = dust.filter((transfer) => listed.agreed.has(nameArrival(transfer)));
    for (const sum of await sumDust(this.#database, this.#chain.coinType, certain)) this.#dust.set(sum.position, sum);
    for (const transfer of kept) this.#note(transfer, listed);
    this.#last = listed.last;
    return listed.last;
  }

  /** Parts transfers from dust. What is listed stays what it was. */
  async part(transfers: readonly ChainTransfer[]): Promise<{ kept: ChainTransfer[]; dust: ChainTransfer[] }> {
    const last = this.#last ?? -1n;
    const { kept, dust } = await partDust(this.#database, this.#chain.coinType, transfers, last);
    const rests = dust.filter((transfer) => this.#rests.has(nameArrival(transfer)));
    return rests.length === 0
      ? { kept, dust }
      : { kept: [...kept, ...rests], dust: dust.filter((transfer) => !rests.includes(transfer)) };
  }

  /** Whether two endpoints have the transfer alike, and what one may have called it before. */
  findAgreed(row: TransferRow): { alias: string | null } | null {
    return this.#agreed.get(nameArrival({ txHash: row.tx_hash, index: row.transfer_index })) ?? null;
  }

  /** The dust after a position up to another. */
  listDust(after: bigint, upTo: bigint): DustSum[] {
    return [...this.#dust.values()].filter(({ position }) => position > after && position <= upTo);
  }

  /** Everything up to a position is settled. */
  forget(settled: bigint): void {
    for (const position of this.#dust.keys()) if (position <= settled) this.#dust.delete(position);
    for (const [name, { position }] of this.#agreed) if (position <= settled) this.#agreed.delete(name);
    for (const [name, position] of this.#rests) if (position <= settled) this.#rests.delete(name);
  }

  reset(): void {
    this.#last = null;
    this.#dust.clear();
    this.#agreed.clear();
    this.#rests.clear();
  }

  #note(transfer: ChainTransfer, { agreed, witnesses }: ListedRange): void {
    const name = nameArrival(transfer);
    const alias = agreed.get(name);
    if (alias !== undefined && witnesses > 1) this.#agreed.set(name, { position: transfer.position, alias });
    if (isBelowMinimum(this.#chain.coinType, transfer.amountBase)) this.#rests.set(name, transfer.position);
  }
}
