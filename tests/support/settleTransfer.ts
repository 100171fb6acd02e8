import type { App } from "#server/app.ts";
import type { TransferId } from "#server/deposits/credit.ts";
import { settleInside } from "#server/deposits/settle.ts";

/** Settles a stored transfer as one that two endpoints list alike. */
export async function settleTransfer(
  app: App,
  { coinType, txHash, index }: TransferId,
  fromKey: string,
): Promise<void> {
  await app.prices.read(coinType);
  await app.database.kysely.transaction().execute(async (trx) => {
    await trx
      .updateTable("chain_transfer")
      .set({ agreed_at: app.clock.now() })
      .where("coin_type", "=", coinType)
      .where("tx_hash", "=", txHash)
      .where("transfer_index", "=", index)
      .where("agreed_at", "is", null)
      .execute();
    await settleInside(trx, app, coinType, [{ tx_hash: txHash, transfer_index: index, from_address_key: fromKey }]);
  });
}
