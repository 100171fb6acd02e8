import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Call, Handler } from "#server/calls/handler.ts";
import { createId } from "#server/random.ts";
import { isUniqueViolation } from "#server/db/failures.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS, readBalance } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { isFrozen, listSpendingScopes } from "#server/limits/freezes.ts";
import { requireTrustedTime } from "#server/clockGuard.ts";
import { type CheckedCode, askForCode, lockSpender } from "#server/accounts/securityCode.ts";
import { readWirePayout } from "./payouts.ts";
import { findProvenWallet, requirePayouts } from "./quote.ts";

/** Pays a quoted amount of the balance out to the own proven wallet. A quote is used once. */
export const payout: Handler<"payout"> = async (call, app) => {
  const payoutId = (await findPayoutOfRequest(call, app)) ?? (await createPayoutOnce(call, app));
  return { payout: await readWirePayout(app, payoutId) };
};

/** The payout that an earlier try of this request made without answering it, or null. */
async function findPayoutOfRequest({ requestId }: Call<"payout">, app: App): Promise<string | null> {
  if (requestId === null) return null;
  const row = await app.database.kysely
    .selectFrom("payout")
    .select("payout_id")
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  return row?.payout_id ?? null;
}

/** Answers the id, also when another try of this request made the payout at the same time. */
async function createPayoutOnce(call: Call<"payout">, app: App): Promise<string> {
  const { tgUserId } = call.user;
  // Quotes, blocks and limits end by the time.
  await requireTrustedTime(app);
  try {
    const checked = await askForCode(app, tgUserId, call.body.securityCode);
    return await transact(app.database.kysely, (trx) => createQuoted(trx, app, call, checked));
  } catch (error) {
    const payoutId = isUniqueViolation(error) || isQuoteUsed(error) ? await findPayoutOfRequest(call, app) : null;
    if (payoutId === null) throw error;
    return payoutId;
  }
}

function isQuoteUsed(error: unknown): boolean {
  return error instanceof ApiError && error.key === "quoteExpired";
}

async function createQuoted(
  trx: Kysely<Schema>,
  app: App,
  { user: { tgUserId }, body, requestId }: Call<"payout">,
  checked: CheckedCode,
): Promise<string> {
  const quoted = await trx
    .selectFrom("payout_quote")
    .select("coin_type")
    .where("quote_id", "=", body.quoteId)
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  if (quoted === undefined) throw new ApiError("quoteExpired");
  await lockSpender(trx, app, { tgUserId, coinType: quoted.coin_type }, checked);
  const quote = await trx
    .deleteFrom("payout_quote")
    .where("quote_id", "=", body.quoteId)
    .where("tg_user_id", "=", tgUserId)
    .where("expires_at", ">", app.clock.now())
    .returningAll()
    .executeTakeFirst();
  if (quote === undefined) throw new ApiError("quoteExpired");
  const { coin_type: coinType } = quote;
  const { chain } = requirePayouts(app, coinType);
  const wallet = await findProvenWallet(trx, tgUserId, coinType);
  // The quote names the wallet that was agreed to.
  if (wallet.addressKey !== quote.to_address_key) throw new ApiError("quoteExpired");
  const scopes = listSpendingScopes({ tgUserId, coinType, toAddressKey: quote.to_address_key });
  if (await isFrozen(trx, scopes)) throw new ApiError("serviceUnavailable");
  const payoutId = await createPayout(trx, app, {
    tgUserId,
    coinType,
    grossBase: quote.gross_base,
    feeBase: quote.fee_base,
    toAddress: quote.to_address,
    toAddressKey: quote.to_address_key,
    network: chain.network.id,
    isAutomatic: false,
    requestId,
  });
  if (payoutId === null) throw new ApiError("insufficientBalance");
  return payoutId;
}

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
