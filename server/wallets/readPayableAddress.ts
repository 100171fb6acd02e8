import type { WalletType } from "#domain/coins.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import { OPEN_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { ChainAddress } from "#server/chains/chain.ts";
import { listWalletChains, refuseContract, requireWalletChain } from "#server/chains/chains.ts";
import type { OrderCaller } from "#server/orders/orderCaller.ts";
import { isSameAddress } from "#domain/address/addressKey.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";

/**
 * Parses an address that the caller may bind or prove. Throws coinNotEnabled for a chain that is not connected,
 * invalidRequest for an address that cannot pay, and walletUnsupported for a contract's. Under a payment code throws
 * walletAddressMismatch for any address but those that should pay the orders it reaches, unless it is a proving one.
 */
export async function readPayableAddress(
  app: App,
  caller: OrderCaller,
  type: WalletType,
  text: string,
): Promise<ChainAddress> {
  const { tgUserId, code } = caller;
  const chain = requireWalletChain(app, type);
  const address = chain.parsePayer(text);
  const facts = listWalletChains(app, type).map((link) => link.facts);
  const isTreasury = facts.some((known) =>
    [known.treasuryAddress, ...known.oldTreasuryAddresses].some((own) => isSameAddress(type, text.trim(), own)),
  );
  if (address === null || isTreasury) throw explainRefusedAddress(chain.network.id, type, text, isTreasury);
  await refuseContract(chain, address.address);
  if (code === null || code.proveType !== null) return address;
  const order = await app.database.kysely
    .selectFrom("payment_order")
    .select("order_id")
    .where("tg_user_id", "=", tgUserId)
    .$if(code.orderId !== null, (query) => query.where("order_id", "=", code.orderId ?? ""))
    .where("coin_type", "in", coinsOfWallet(type))
    .where("from_address_key", "=", address.addressKey)
    .where("status", "in", OPEN_STATUSES)
    .limit(1)
    .executeTakeFirst();
  if (order === undefined) throw new ApiError("walletAddressMismatch");
  return address;
}

/** The refusal of a text that is no payer's address; its message says what is wrong with it. */
function explainRefusedAddress(networkId: string, type: WalletType, text: string, isTreasury: boolean): ApiError {
  const mistake = ADDRESS_RULES[type].findMistake(text, networkId);
  if (mistake === "form") return new ApiError("invalidRequest");
  if (mistake !== null) return new ApiError("invalidRequest", { messageKey: `wallet:addressMistake.${mistake}` });
  return new ApiError("invalidRequest", isTreasury ? { messageKey: "wallet:addressMistake.treasury" } : {});
}
