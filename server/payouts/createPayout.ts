import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { createId } from "#server/crypto/createId.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { readBalance } from "#server/ledger/readBalance.ts";

export interface AgreedPayout {
  tgUserId: bigint;
  coinType: CoinType;
  grossBase: bigint;
  feeBase: bigint;
  toAddress: string;
  toAddressKey: string;
  /** CAIP-2 id. */
  network: string;
  isAutomatic: boolean;
  /** The request that makes it, or null; only one payout is made of one request. */
  requestId: string | null;
}

/**
 * Takes a payout's money out of the balance and queues it, inside the caller's transaction, which has locked the
 * account. Null when the balance is too small.
 */
export async function createPayout(
  trx: Kysely<Schema>,
  app: Pick<App, "clock" | "random">,
  agreed: AgreedPayout,
): Promise<string | null> {
  const { tgUserId, coinType, grossBase } = agreed;
  if ((await readBalance(trx, tgUserId, coinType)) < grossBase) return null;
  const payoutId = createId(app.random);
  const at = app.clock.now();
  await trx
    .insertInto("payout")
    .values({
      payout_id: payoutId,
      tg_user_id: tgUserId,
      coin_type: coinType,
      status: "queued",
      gross_base: grossBase,
      fee_base: agreed.feeBase,
      fee_cap_base: agreed.feeBase,
      to_address: agreed.toAddress,
      to_address_key: agreed.toAddressKey,
      network: agreed.network,
      is_automatic: agreed.isAutomatic,
      request_id: agreed.requestId,
      created_at: at,
    })
    .execute();
  await postEntries(trx, {
    transactionId: `payout:${payoutId}`,
    kind: "payout",
    at,
    entries: [
      { account: ACCOUNTS.user(tgUserId, coinType), coinType, amountBase: -grossBase },
      { account: ACCOUNTS.payout(payoutId), coinType, amountBase: grossBase },
    ],
  });
  return payoutId;
}
