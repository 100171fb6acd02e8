import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { postMany } from "#server/ledger/postEntries.ts";
import type { TransferId } from "./creditTransfer.ts";
import { readMatchings } from "./matching.ts";
import { lockAddresses } from "./payer.ts";
import { describeUnmatched } from "./settleTransfer.ts";
import type { TransferRow } from "./transferReading.ts";

/**
 * Books final transfers that two endpoints list alike as unmatched, all in one transaction of few statements: anybody can
 * send many. One that is somebody's by now, or is stored otherwise, is left for the settlement of single ones.
 */
export async function settleStrangers(app: App, coinType: CoinType, rows: readonly TransferRow[]): Promise<void> {
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
      await lockAddresses(
        trx,
        COINS[coinType].walletType,
        rows.map((row) => row.from_address_key),
      );
      const locked = await lockUnsettled(trx, coinType, rows);
      const among = locked.map((row) => ({ txHash: row.tx_hash, index: row.transfer_index }));
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
