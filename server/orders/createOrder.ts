import type { Kysely } from "kysely";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { requireChain } from "#server/chains/chains.ts";
import { createId } from "#server/crypto/createId.ts";
import type { Schema } from "#server/db/schema.ts";

export interface NewOrder {
  tgUserId: bigint;
  coinType: CoinType;
  /** Base units. */
  amountBase: bigint;
  /** The bound wallet that is to pay; null if only the in-app balance can pay it. */
  fromAddress: string | null;
  /**
   * The newest position of the chain, read before: older transfers cannot pay the order. Null if the chain was
   * unreachable: then block times count.
   */
  createdPosition: bigint | null;
  /** The envelopes that it pays for. */
  envelopeIds: readonly string[];
  /** The same for every try of one request, of which only one may create an order. */
  requestId: string | null;
  at: Date;
}

/**
 * Creates an unpaid order inside its send's transaction and returns its id. Throws coinNotEnabled or ChainUnavailable.
 */
export async function createOrder(
  trx: Kysely<Schema>,
  app: Pick<App, "config" | "random" | "chains">,
  order: NewOrder,
): Promise<string> {
  const chain = requireChain(app, order.coinType);
  const { fromAddress } = order;
  const orderId = createId(app.random);
  await trx
    .insertInto("payment_order")
    .values({
      order_id: orderId,
      tg_user_id: order.tgUserId,
      status: "awaitingPayment",
      coin_type: order.coinType,
      amount_base: order.amountBase,
      treasury_address: chain.treasuryAddress,
      from_address: fromAddress,
      from_address_key: fromAddress === null ? null : toAddressKey(COINS[order.coinType].walletType, fromAddress),
      network: chain.network.id,
      reference: chain.createReference?.(app.random) ?? null,
      created_position: order.createdPosition,
      request_id: order.requestId,
      envelope_ids: [...order.envelopeIds],
      created_at: order.at,
      expires_at: new Date(order.at.getTime() + app.config.orderTtlMs),
    })
    .execute();
  return orderId;
}
