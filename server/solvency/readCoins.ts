import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { CoinStatement } from "#domain/solvency/statement.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { listChains } from "#server/chains/chains.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import type { Schema } from "#server/db/schema.ts";
import { type Books, readBooks, sumPeople } from "#server/ledger/readBooks.ts";
import { type Comparison, readBookedBase, readComparison } from "#server/deposits/reconcileTreasury.ts";
import { type Balances, readBalances } from "./balances.ts";

/** A coin of the books, whether its settings are still there or not. */
interface Coin {
  coinType: CoinType;
  /** CAIP-2; null if the chain was never reached. */
  network: string | null;
  treasuryAddress: string;
  oldTreasuryAddresses: readonly string[];
  /** Since when this is the treasury, if there was one before: what was compared earlier is without it. */
  replacedAt: Date | null;
  /** Null if it is not ready, or not configured any more. */
  chain: Chain | null;
}

interface CoinBooks {
  coin: Coin;
  books: Books;
  /** The day's newest comparison with the chain, if all that is booked happened before it; else null. */
  comparison: Comparison | null;
}

/** What a statement says of a coin, and what its tree is grown from. */
export interface ReadCoin {
  figures: CoinStatement;
  balances: Balances;
}

/**
 * Every coin that is configured or ever was, from one picture of the books; a coin whose chain could not be read since
 * `since` says so. Null where that is worth waiting for.
 */
export async function readCoins(
  app: App,
  { since, isPatient }: { since: Date; isPatient: boolean },
): Promise<ReadCoin[] | null> {
  const isAwaited = (coinType: CoinType, isRead: boolean) => isPatient && !isRead && app.chains[coinType] !== undefined;
  const all = await app.database.kysely
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      const books: CoinBooks[] = [];
      for (const coin of await listCoins(trx, app)) books.push(await readCoinBooks(trx, coin, since));
      if (books.some(({ coin, comparison }) => isAwaited(coin.coinType, comparison !== null))) return null;
      const read: { coinBooks: CoinBooks; balances: Balances }[] = [];
      for (const coinBooks of books)
        read.push({ coinBooks, balances: await readBalances(trx, coinBooks.coin.coinType) });
      return read;
    });
  if (all === null) return null;
  const coins = await Promise.all(
    all.map(async ({ coinBooks, balances }) => ({ figures: await describeCoin(coinBooks), balances })),
  );
  const isLacking = coins.some(({ figures }) => isAwaited(figures.coinType, figures.treasuryBalance !== null));
  return isLacking ? null : coins;
}

async function listCoins(trx: Kysely<Schema>, app: App): Promise<Coin[]> {
  const stored = await trx.selectFrom("chain_identity").selectAll().orderBy("coin_type").execute();
  const former = await trx.selectFrom("former_treasury").selectAll().orderBy("replaced_at").execute();
  const listFormer = (coinType: CoinType) => former.filter((one) => one.coin_type === coinType);
  const configured = listChains(app.chains).map(({ facts, chain }): Coin => {
    const { coinType, treasuryAddress, oldTreasuryAddresses } = facts;
    const network = stored.find((identity) => identity.coin_type === coinType)?.network ?? null;
    const replacedAt = listFormer(coinType).at(-1)?.replaced_at ?? null;
    return { coinType, network, treasuryAddress, oldTreasuryAddresses, replacedAt, chain };
  });
  const removed = stored
    .filter(({ coin_type: coinType }) => configured.every((coin) => coin.coinType !== coinType))
    .map(({ coin_type: coinType, network, treasury_address: treasuryAddress }): Coin => {
      const addresses = listFormer(coinType).map(({ address }) => address);
      const oldTreasuryAddresses = addresses.filter((address) => address !== treasuryAddress);
      return { coinType, network, treasuryAddress, oldTreasuryAddresses, replacedAt: null, chain: null };
    });
  return [...configured, ...removed];
}

async function readCoinBooks(trx: Kysely<Schema>, coin: Coin, since: Date): Promise<CoinBooks> {
  const { coinType } = coin;
  const books = await readBooks(trx, coinType);
  if (books.people !== (await sumPeople(trx, coinType))) throw new Error(`the books of ${coinType} do not balance`);
  return { coin, books, comparison: await findExact(trx, coin, books, since) };
}

async function findExact(
  trx: Kysely<Schema>,
  { coinType, replacedAt }: Coin,
  { treasury }: Books,
  since: Date,
): Promise<Comparison | null> {
  const comparison = await readComparison(trx, coinType);
  if (comparison === null || comparison.at < since) return null;
  if (replacedAt !== null && comparison.at <= replacedAt) return null;
  const isUpToDate = (await readBookedBase(trx, coinType, comparison.position)) === treasury;
  return isUpToDate ? comparison : null;
}

async function describeCoin({ coin, books, comparison }: CoinBooks): Promise<CoinStatement> {
  const { coinType, network, treasuryAddress, oldTreasuryAddresses, chain } = coin;
  const name = (base: bigint) => formatAmount(base, COINS[coinType].baseDecimals);
  const blockTime = comparison === null ? null : await readBlockTime(chain, comparison.position);
  const isRead = comparison !== null && blockTime !== null;
  return {
    coinType,
    network,
    treasuryAddress,
    oldTreasuryAddresses: [...oldTreasuryAddresses],
    position: isRead ? Number(comparison.position) : null,
    blockTime: isRead ? blockTime.toISOString() : null,
    treasuryBalance: isRead ? name(comparison.heldBase) : null,
    coldBalance: name(books.cold),
    owed: {
      people: name(books.people),
      envelopes: name(books.envelopes),
      orders: name(books.orders),
      payouts: name(books.payouts),
      unmatched: name(books.unmatched),
      fees: name(books.fees),
      total: name(books.owed),
    },
  };
}

/** When the block was, by two endpoints; null if they cannot be asked or disagree. */
async function readBlockTime(chain: Chain | null, position: bigint): Promise<Date | null> {
  if (chain === null) return null;
  try {
    const confirmation = await chain.confirmPosition(position);
    return confirmation.kind === "agreed" ? confirmation.time : null;
  } catch (error) {
    if (error instanceof ChainUnavailable) return null;
    throw error;
  }
}
