import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postMany } from "#server/ledger/postEntries.ts";
import type { TransferId } from "./creditTransfer.ts";
import { creditTransfers } from "./creditTransfers.ts";
import { readMatchings } from "./matching.ts";
import { lockAddresses } from "./payer.ts";
import { describeUnmatched, nameDeposit } from "./settleTransfer.ts";
import type { TransferRow } from "./transferReading.ts";

/**
 * Books final transfers of one person that two endpoints list alike, all in one transaction of few statements: anybody
 * can send themselves many. One that is not theirs by now, or is stored otherwise, is left.
 */
export async function settlePayer(
  app: App,
  { coinType, payerId, rows }: { coinType: CoinType; payerId: bigint; rows: readonly TransferRow[] },
): Promise<void> {
  await app.prices.read(coinType);
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
      const among = await lockAll(trx, coinType, rows);
      const matchings = await readMatchings(trx, app, coinType, { among });
      const theirs = matchings.filter((matching) => matching.payerId === payerId);
      const findSource = (id: TransferId) => ({ account: ACCOUNTS.treasury(coinType), transactionId: nameDeposit(id) });
      await creditTransfers(trx, app, { coinType, payerId, transfers: theirs, findSource });
    }),
  );
}

/**
 * Books final transfers that two endpoints list alike as unmatched, all in one transaction of few statements: anybody can
 * send many. One that is somebody's by now, or is stored otherwise, is left for the settlement of single ones.
 */
export async function settleStrangers(app: App, coinType: CoinType, rows: readonly TransferRow[]): Promise<void> {
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
      const among = await lockAll(trx, coinType, rows);
      const matchings = await readMatchings(trx, app, coinType, { among });
      const strangers = matchings.filter(({ payerId }) => payerId === null);
      await book(
        trx,
        app,
        strangers.map(({ txHash, index, amountBase }) => ({ coinType, txHash, index, amountBase })),
      );
    }),
  );
}

async function lockAll(trx: Kysely<Schema>, coinType: CoinType, rows: readonly TransferRow[]) {
  const addressKeys = rows.map((row) => row.from_address_key);
  await lockAddresses(trx, COINS[coinType].walletType, addressKeys);
  const locked = await lockUnsettled(trx, coinType, rows);
  return locked.map((row) => ({ txHash: row.tx_hash, index: row.transfer_index }));
}

async function lockUnsettled(trx: Kysely<Schema>, coinType: CoinType, rows: readonly TransferRow[]) {
  const { rows: locked } = await sql<Pick<TransferRow, "tx_hash" | "transfer_index">>`
    select t.tx_hash, t.transfer_index
    from unnest(
      ${rows.map((row) => row.tx_hash)}::text[], ${rows.map((row) => row.transfer_index)}::integer[],
      ${rows.map((row) => row.from_address_key)}::text[], ${rows.map((row) => String(row.amount_base))}::numeric[]
    ) as r (tx_hash, transfer_index, from_address_key, amount_base)
    join chain_transfer t on t.coin_type = ${coinType} and t.tx_hash = r.tx_hash and t.transfer_index = r.transfer_index
      and t.from_address_key = r.from_address_key and t.amount_base = r.amount_base
    where t.settled_at is null and t.disputed_at is null
    order by t.tx_hash, t.transfer_index
    for update of t
  `.execute(trx);
  return locked;
}

async function book(
  trx: Kysely<Schema>,
  app: App,
  transfers: readonly (TransferId & { amountBase: bigint })[],
): Promise<void> {
  const [first] = transfers;
  if (first === undefined) return;
  const at = app.clock.now();
  await postMany(
    trx,
    transfers.map(({ amountBase, ...id }) => describeUnmatched(id, amountBase, at)),
  );
  await sql`
    update chain_transfer t set settled_at = ${at}, outcome = 'unmatched', order_id = null
    from unnest(
      ${transfers.map(({ txHash }) => txHash)}::text[], ${transfers.map(({ index }) => index)}::integer[]
    ) as r (tx_hash, transfer_index)
    where t.coin_type = ${first.coinType} and t.tx_hash = r.tx_hash and t.transfer_index = r.transfer_index
  `.execute(trx);
}
