import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { type Chain, type ChainTransfer, type Holding, nameArrival } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import { selectInTurns } from "#server/outbox/inTurns.ts";
import { bookTransfers } from "./bookInternalTransfers.ts";
import { isBelowMinimum } from "./dust.ts";
import { lockReconciled, readBeyondBase, readReconciled } from "./reconcileTreasury.ts";

/** Parts of a range that are listed again at most. */
const MOST_PARTS = 20;
/** Reported transactions that are looked up at most: anybody with an order can report some. */
const MOST_REPORTS = 20;

/**
 * Looks again before what the treasury holds beyond the books is booked as nobody's: lists the range since the last
 * comparison at two endpoints, and looks up the reported transactions. Stores and settles the transfers that no endpoint
 * listed in time. Never books more than the treasury holds beyond the books.
 */
export async function bookLeftOut(app: App, chain: Chain, holding: Holding): Promise<void> {
  const { kysely } = app.database;
  const { coinType } = chain;
  const { position } = holding;
  const reconciled = await readReconciled(kysely, coinType);
  if (reconciled === null || reconciled >= position) return;
  const beyondBase = await readBeyondBase(kysely, coinType, holding);
  if (beyondBase <= 0n) return;
  const found = [...(await listAgain(chain, { after: reconciled, upTo: position })), ...(await lookUp(app, chain))];
  // What is below the minimum is nobody's anyway.
  const asked = found.filter((one) => one.position <= position && !isBelowMinimum(coinType, one.amountBase));
  const leftOut = (await findUnbooked(kysely, coinType, asked)).map((one) => [nameArrival(one), one] as const);
  const transfers = [...new Map(leftOut).values()];
  const sumBase = transfers.reduce((sum, { amountBase }) => sum + amountBase, 0n);
  if (transfers.length === 0 || sumBase > beyondBase) return;
  await app.prices.read(coinType);
  const isDone = await transact(kysely, async (trx) => {
    // Another process has compared meanwhile, and booked the money as a surplus.
    if ((await lockReconciled(trx, coinType)) !== reconciled) return false;
    await bookTransfers(trx, app, coinType, transfers);
    return true;
  });
  if (!isDone) return;
  app.logger.warn(
    { coinType, position, reason: `${transfers.length} found` },
    "payments that no endpoint had listed were found by a comparison with the chain",
  );
}

async function listAgain(chain: Chain, { after, upTo }: { after: bigint; upTo: bigint }): Promise<ChainTransfer[]> {
  const listed: ChainTransfer[] = [];
  let last = after;
  for (let parts = 0; parts < MOST_PARTS && last < upTo; parts += 1) {
    const part = await chain.listArrivals({ after: last, upTo });
    listed.push(...part.agreed);
    last = part.last;
  }
  return listed;
}

/**
 * The transfers of transactions that people reported and no endpoint listed. People take turns, the newest first. One that
 * cannot be read stays what it is, a surplus, and holds up no comparison.
 */
async function lookUp(app: App, chain: Chain): Promise<ChainTransfer[]> {
  const { coinType, omitted } = chain;
  if (omitted.kind !== "unlisted") return [];
  const select = sql`
    select r.tx_hash as id, o.tg_user_id as taker, -extract(epoch from max(r.reported_at)) as due
    from payment_report r
    join payment_order o on o.order_id = r.order_id
    left join chain_transfer t on t.coin_type = r.coin_type and t.tx_hash = r.tx_hash
    where r.coin_type = ${coinType} and t.tx_hash is null
    group by r.tx_hash, o.tg_user_id`;
  const { rows } = await selectInTurns({ select, limit: MOST_REPORTS }).execute(app.database.kysely);
  const found: ChainTransfer[] = [];
  for (const txHash of new Set(rows.map(({ id }) => id))) {
    try {
      found.push(...(await omitted.findTransfers(txHash)));
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      // As many endpoints must answer, so that no outage counts as the fault of a transaction.
      await chain.confirmPosition(await chain.readFinal());
      app.logger.warn({ coinType, txHash }, "a reported transaction cannot be read: it is left out");
    }
  }
  return found;
}

/** The transfers that the books cannot have: neither as themselves, nor in a surplus that was booked since. */
async function findUnbooked(
  database: Kysely<Schema>,
  coinType: CoinType,
  transfers: readonly ChainTransfer[],
): Promise<ChainTransfer[]> {
  if (transfers.length === 0) return [];
  const { rows } = await sql<{ place: bigint }>`
    select f.place
    from unnest(
      ${transfers.map(({ txHash }) => txHash)}::text[], ${transfers.map(({ index }) => index)}::integer[],
      ${transfers.map(({ position }) => String(position))}::bigint[]
    ) with ordinality as f (tx_hash, transfer_index, position, place)
    where not exists (
      select from chain_transfer t
      where t.coin_type = ${coinType} and t.tx_hash = f.tx_hash and t.transfer_index = f.transfer_index
    ) and f.position > coalesce((
      select max(split_part(transaction_id, ':', 3)::numeric) from ledger_entry
      where kind in ('opening', 'surplus') and coin_type = ${coinType}
    ), -1)
  `.execute(database);
  const places = new Set(rows.map(({ place }) => Number(place)));
  return transfers.filter((_, place) => places.has(place + 1));
}
