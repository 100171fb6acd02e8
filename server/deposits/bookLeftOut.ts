import { type Kysely, sql } from "kysely";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Chain, ChainTransfer, Holding } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { selectInTurns } from "#server/outbox/inTurns.ts";
import { bookTransfers } from "./bookInternalTransfers.ts";
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
  const leftOut = new Map<string, ChainTransfer>();
  for (const { txHash, index, ...transfer } of found) {
    if (transfer.position > position || (await isBooked(kysely, coinType, { txHash, index, ...transfer }))) continue;
    const confirmation = await chain.confirmTransfer({ txHash, index, position: transfer.position });
    if (confirmation.kind !== "agreed" || confirmation.transfer === null) continue;
    leftOut.set(`${txHash} ${index}`, confirmation.transfer);
  }
  const transfers = [...leftOut.values()];
  const sumBase = transfers.reduce((sum, { amountBase }) => sum + amountBase, 0n);
  if (transfers.length === 0 || sumBase > beyondBase) return;
  await app.prices.read(coinType);
  const isDone = await retryConflict(() =>
    kysely.transaction().execute(async (trx) => {
      // Another process has compared meanwhile, and booked the money as a surplus.
      if ((await lockReconciled(trx, coinType)) !== reconciled) return false;
      await bookTransfers(trx, app, coinType, transfers);
      return true;
    }),
  );
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
    listed.push(...part.transfers);
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

/**
 * Whether the books may have the transfer: as itself, under another name (a chain may name it by what an endpoint knows of
 * its source), or in a surplus that was booked since.
 */
async function isBooked(
  database: Kysely<Schema>,
  coinType: CoinType,
  { txHash, index, from, amountBase, position }: ChainTransfer,
): Promise<boolean> {
  const fromKey = toAddressKey(COINS[coinType].walletType, from);
  const { rows } = await sql<{ is_booked: boolean }>`
    select exists (
      select from chain_transfer where coin_type = ${coinType} and (
        (tx_hash = ${txHash} and transfer_index = ${index})
        or (position = ${position} and from_address_key = ${fromKey} and amount_base = ${amountBase})
      )
    ) or exists (
      select from ledger_entry
      where kind in ('opening', 'surplus') and coin_type = ${coinType}
        and split_part(transaction_id, ':', 3)::numeric >= ${position}
    ) as is_booked
  `.execute(database);
  return rows[0]?.is_booked ?? true;
}
