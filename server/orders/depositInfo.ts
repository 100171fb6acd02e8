import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import { parseAmount, parseDecimal } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import type { Chain } from "#server/chains/chain.ts";
import { requireChain } from "#server/chains/chains.ts";

/** Where the caller sends money of a coin to have it credited, and how a transfer says whose it is. */
export const depositInfo: Handler<"depositInfo"> = async ({ user: { tgUserId }, query: { coinType } }, app) => {
  const chain = requireOpenChain(app, coinType);
  return {
    coinType,
    network: { ...chain.network },
    address: chain.treasuryAddress,
    reference: await readReference(app, chain, coinType, tgUserId),
    jettonMaster: chain.jettonMaster,
    minAmount: COINS[coinType].min,
  };
};

/** What a wallet signs to add money of a coin to the caller's balance, whoever's wallet it is. */
export const depositRequest: Handler<"depositRequest"> = async ({ user: { tgUserId }, query }, app) => {
  const { coinType, amount } = query;
  const { baseDecimals, min, walletType } = COINS[coinType];
  const chain = requireOpenChain(app, coinType);
  const from = ADDRESS_RULES[walletType].normalize(query.from);
  const amountBase = parseAmount(amount, baseDecimals);
  if (from === null || amountBase < parseDecimal(min, baseDecimals)) throw new ApiError("invalidRequest");
  const reference = await readReference(app, chain, coinType, tgUserId);
  // Money that names nobody would be nobody's.
  if (reference === null) throw new ApiError("invalidRequest");
  const { signing } = await chain.buildPayment({ from, to: chain.treasuryAddress, amountBase, reference });
  return { network: { ...chain.network }, from, signing };
};

/** A coin that is switched off is paid out alone. */
function requireOpenChain(app: App, coinType: CoinType): Chain {
  if (!app.config.coins.includes(coinType)) throw new ApiError("coinNotEnabled");
  return requireChain(app, coinType);
}

/**
 * The person's own reference, made when it is first asked for: one for all coins of a network. Null on a chain without
 * references.
 */
async function readReference(
  { database, random, clock }: App,
  { createReference, network }: Chain,
  coinType: CoinType,
  tgUserId: bigint,
): Promise<string | null> {
  if (createReference === null) return null;
  const findKept = () =>
    database.kysely
      .selectFrom("deposit_reference")
      .select("reference")
      .where("tg_user_id", "=", tgUserId)
      .where("coin_type", "in", coinsOfWallet(COINS[coinType].walletType))
      .where("network", "=", network.id)
      .orderBy("created_at")
      .orderBy("coin_type")
      .limit(1);
  const kept = await findKept().executeTakeFirst();
  if (kept !== undefined) return kept.reference;
  const made = {
    coin_type: coinType,
    network: network.id,
    reference: createReference(random),
    tg_user_id: tgUserId,
    created_at: clock.now(),
  };
  await database.kysely
    .insertInto("deposit_reference")
    .values(made)
    .onConflict((conflict) => conflict.columns(["tg_user_id", "coin_type", "network"]).doNothing())
    .execute();
  return (await findKept().executeTakeFirstOrThrow()).reference;
}
