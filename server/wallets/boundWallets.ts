import type { Selectable, Kysely } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { WALLET_TYPES, COINS, type WalletType } from "#domain/coins.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler, Call } from "#server/calls/handler.ts";
import type { Schema } from "#server/db/schema.ts";
import type { App } from "#server/app.ts";
import { askForBalance, isPaidOut, requireChain, requireChainFacts } from "#server/chains/chains.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { findOrder } from "#server/orders/findOrder.ts";
import { readOrderCaller } from "#server/orders/orderCaller.ts";
import { checkSecurityCode } from "#server/accounts/securityCode.ts";
import { stopAutoPayouts } from "#server/accounts/account.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";

type WalletRow = Pick<Selectable<Schema["wallet"]>, "wallet_id" | "type" | "address" | "proven_at">;

export function toWireWallet(row: WalletRow): components["schemas"]["Wallet"] {
  return { walletId: row.wallet_id, type: row.type, address: row.address, proven: row.proven_at !== null };
}

/** The caller's bound wallets in the order of WALLET_TYPES; a user has at most one of each. */
export const walletList: Handler<"walletList"> = async (call, app) => {
  const { cursor, limit } = call.query;
  const known = await app.database.kysely
    .selectFrom("wallet")
    .selectAll()
    .where("tg_user_id", "=", call.user.tgUserId)
    .where((where) => where.or([where("unbound_at", "is", null), where("proven_at", "is not", null)]))
    .execute();
  const bound = known.filter((row) => row.unbound_at === null);
  const wallets = WALLET_TYPES.flatMap((type) => bound.filter((row) => row.type === type)).map(toWireWallet);
  const start = cursor === undefined ? 0 : wallets.findIndex((wallet) => wallet.walletId === cursor) + 1;
  if (cursor !== undefined && start === 0) throw new ApiError("invalidRequest");
  const page = wallets.slice(start, start + limit);
  return {
    items: page,
    total: wallets.length,
    openTypes: await listOpenTypes(app.database.kysely, app, call.user.tgUserId),
    blockingTypes: WALLET_TYPES.filter((type) => {
      const address = bound.find((row) => row.type === type)?.address_key;
      return known.some((row) => row.type === type && row.proven_at !== null && row.address_key !== address);
    }),
    nextCursor: start + limit < wallets.length ? (page.at(-1)?.walletId ?? null) : null,
  };
};

/**
 * Types of which a person may bind a wallet: those of open coins, and of coins that were switched off as long as the
 * person has a balance of them, which could not be withdrawn otherwise.
 */
export async function listOpenTypes(
  database: Kysely<Schema>,
  app: Pick<App, "chains" | "config">,
  tgUserId: bigint,
): Promise<WalletType[]> {
  const held = await database
    .selectFrom("account_total")
    .select("coin_type")
    .where("tg_user_id", "=", tgUserId)
    .where("balance_base", ">", 0n)
    .execute();
  const owed = held.map((row) => row.coin_type).filter((coinType) => isPaidOut(app, coinType));
  return [...new Set([...app.config.coins, ...owed].map((coinType) => COINS[coinType].walletType))];
}

/** On-chain balance of an order's wallet, or of the caller's wallet of a coin. */
export const walletBalance: Handler<"walletBalance"> = async (call, app) => {
  const { coinType } = call.query;
  requireChainFacts(app, coinType);
  const address = await findAddress(call, app);
  const balanceBase = await askForBalance(async () => requireChain(app, coinType).readBalance(address));
  return { coinType, address, balance: formatAmount(balanceBase, COINS[coinType].baseDecimals) };
};

async function findAddress(call: Call<"walletBalance">, app: App): Promise<string> {
  const { coinType, orderId } = call.query;
  const caller = await readOrderCaller(call, app);
  if (orderId !== undefined) {
    const order = await findOrder(app, caller, orderId);
    if (order.coin_type !== coinType) throw new ApiError("invalidRequest");
    if (order.from_address === null) throw new ApiError("walletNotBound");
    return order.from_address;
  }
  if (caller.code !== null) throw new ApiError("invalidRequest");
  const wallet = await app.database.kysely
    .selectFrom("wallet")
    .select("address")
    .where("tg_user_id", "=", caller.tgUserId)
    .where("type", "=", COINS[coinType].walletType)
    .where("unbound_at", "is", null)
    .executeTakeFirst();
  if (wallet === undefined) throw new ApiError("walletNotBound");
  return wallet.address;
}

/** Unbinds a wallet of the caller, with the security code if one is set. A repeat finds nothing to unbind. */
export const unbindWallet: Handler<"unbindWallet"> = async (call, app) => {
  await checkSecurityCode(app, call.user.tgUserId, call.body.securityCode);
  const { tgUserId } = call.user;
  await app.database.kysely.transaction().execute(async (trx) => {
    const unbound = await trx
      .updateTable("wallet")
      .set({ unbound_at: app.clock.now() })
      .where("wallet_id", "=", call.body.walletId)
      .where("tg_user_id", "=", tgUserId)
      .where("unbound_at", "is", null)
      .returning("type")
      .executeTakeFirst();
    if (unbound === undefined) throw new ApiError("notFound");
    await stopAutoPayouts(trx, tgUserId, coinsOfWallet(unbound.type));
  });
  return null;
};
