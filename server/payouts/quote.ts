import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount, parseAmount, parseDecimal, roundUpAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { PayoutRoute, PayoutTerms } from "#server/chains/payoutRoute.ts";
import { requireChain } from "#server/chains/chains.ts";
import { createId } from "#server/random.ts";
import type { Schema } from "#server/db/schema.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import { readOffer } from "./prepare.ts";

const QUOTE_MS = 60_000;

/** What a payout of the caller's balance to the own proven wallet would cost, to be agreed to within a minute. */
export const payoutQuote: Handler<"payoutQuote"> = async ({ user: { tgUserId }, query }, app) => {
  const { coinType } = query;
  const { baseDecimals } = COINS[coinType];
  const { kysely } = app.database;
  const { route } = requirePayouts(app, coinType);
  const { address, addressKey } = await findProvenWallet(kysely, tgUserId, coinType);
  const grossBase = parseAmount(query.amount, baseDecimals);
  if (grossBase === 0n) throw new ApiError("invalidRequest");
  if ((await readBalance(kysely, tgUserId, coinType)) < grossBase) throw new ApiError("insufficientBalance");
  const { feeBase, leastBase } = await readPayoutCost(route, coinType, { to: address, amountBase: grossBase });
  if (grossBase <= feeBase) throw new ApiError("invalidRequest", { messageKey: "withdraw:problem.amountTooSmall" });
  if (grossBase - feeBase < leastBase)
    throw new ApiError("invalidRequest", { messageKey: "withdraw:problem.belowNewAccount" });
  const quoteId = createId(app.random);
  const at = app.clock.now();
  const expiresAt = new Date(at.getTime() + QUOTE_MS);
  await kysely
    .insertInto("payout_quote")
    .values({
      quote_id: quoteId,
      tg_user_id: tgUserId,
      coin_type: coinType,
      gross_base: grossBase,
      fee_base: feeBase,
      to_address: address,
      to_address_key: addressKey,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute();
  return {
    quoteId,
    gross: formatAmount(grossBase, baseDecimals),
    fee: formatAmount(feeBase, baseDecimals),
    net: formatAmount(grossBase - feeBase, baseDecimals),
    toAddress: address,
    expiresAt: expiresAt.toISOString(),
  };
};

/** The chain that pays a coin out. Throws coinNotEnabled, ChainUnavailable, and notAvailable where nothing can be signed. */
export function requirePayouts(app: App, coinType: CoinType): { chain: Chain; route: PayoutRoute } {
  const chain = requireChain(app, coinType);
  if (chain.payouts === null) throw new ApiError("notAvailable");
  return { chain, route: chain.payouts };
}

export interface PayoutCost {
  /** Base units, rounded up to the decimals that people type. */
  feeBase: bigint;
  /** Base units that have to arrive at least. */
  leastBase: bigint;
}

/** What a payout of an amount costs now. Throws walletUnsupported. */
export async function readPayoutCost(
  route: PayoutRoute,
  coinType: CoinType,
  { to, amountBase }: PayoutTerms,
): Promise<PayoutCost> {
  const leastBase = route.model === "expiry" ? await route.readLeastAmount(to) : 1n;
  const offer = await readOffer(route, { to, amountBase: amountBase < leastBase ? leastBase : amountBase });
  if (offer === null) throw new ApiError("walletUnsupported");
  const { baseDecimals, decimals } = COINS[coinType];
  const fee = roundUpAmount(formatAmount(offer.offeredBase, baseDecimals), baseDecimals, decimals);
  return { feeBase: parseDecimal(fee, baseDecimals), leastBase };
}

export interface ProvenWallet {
  address: string;
  addressKey: string;
}

/** The wallet that a person's money of a coin may go to. Throws walletNotBound and walletNotProven. */
export async function findProvenWallet(
  database: Kysely<Schema>,
  tgUserId: bigint,
  coinType: CoinType,
): Promise<ProvenWallet> {
  const wallet = await database
    .selectFrom("wallet")
    .select(["address", "address_key", "proven_at"])
    .where("tg_user_id", "=", tgUserId)
    .where("type", "=", COINS[coinType].walletType)
    .where("unbound_at", "is", null)
    .executeTakeFirst();
  if (wallet === undefined) throw new ApiError("walletNotBound");
  if (wallet.proven_at === null) throw new ApiError("walletNotProven");
  return { address: wallet.address, addressKey: wallet.address_key };
}
