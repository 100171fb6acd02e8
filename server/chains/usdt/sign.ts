import { Address, comment, internal } from "@ton/core";
import type { Signer } from "#server/signers/signer.ts";
import type { PayableOrder, PaymentTerms } from "../chain.ts";
import { type Jetton, locateJettonWallet } from "./jettonWallet.ts";
import { type TransferOrder, writeTransferOrder } from "./messages.ts";
import type { ExpiringPayout } from "../payoutRoute.ts";
import { askForMessage, type Prices, signMessages, type SigningPlace } from "../ton/sign.ts";
import { priceGas } from "./fuel.ts";
import type { TreasuryWallet } from "../ton/wallets.ts";

interface JettonPlace extends SigningPlace {
  jetton: Jetton;
  prices: Prices;
  /** What the payer has of the network's own coin. */
  gasBase: bigint;
}

/** Builds the payment of an order: an order to the payer's own jetton wallet. */
export function buildPayment(
  { from, to, amountBase, reference }: PayableOrder,
  { jetton, prices, gasBase, ...place }: JettonPlace,
): PaymentTerms {
  const payer = Address.parse(from);
  const attachedBase = priceGas(prices);
  const payload = writeTransferOrder(
    { queryId: 0n, amountBase, to: Address.parse(to) },
    { owner: payer, payload: reference === null ? null : comment(reference) },
  );
  return {
    // In the coin itself the network takes nothing: its gas is paid in Gram.
    maxFeeBase: 0n,
    gas: { attachedBase, heldBase: gasBase },
    // A contract is named in the bounceable form.
    signing: askForMessage(
      payer,
      { to: locateJettonWallet(jetton, payer).toString(), amountBase: attachedBase, payload },
      place,
    ),
  };
}

const QUERY_BYTES = 8;

/** The number that names a payout in its order: what its random id begins with. */
export function nameQuery(payoutId: string | undefined): bigint {
  if (payoutId === undefined) throw new Error("what is only priced is never signed");
  const bytes = Buffer.from(payoutId, "base64url").subarray(0, QUERY_BYTES);
  if (bytes.length < QUERY_BYTES) throw new Error("an id of a payout has 128 bits");
  return bytes.readBigUInt64BE();
}

export interface OrdersMessage {
  orders: readonly TransferOrder[];
  prices: Prices;
  /** The wallet's number of the next message. */
  seqno: bigint;
  /** Unix time after which the wallet refuses it. */
  validUntil: number;
}

/** Signs orders of the treasury to its jetton wallet, all by one message. Throws when the signer has another key. */
export function signOrders(
  { orders, prices, seqno, validUntil }: OrdersMessage,
  { jetton, treasury, signer }: { jetton: Jetton; treasury: TreasuryWallet; signer: Signer },
): Promise<ExpiringPayout> {
  const owner = treasury.address;
  const to = locateJettonWallet(jetton, owner);
  const value = priceGas(prices);
  // What the jetton wallet does not carry out comes back.
  const messages = orders.map((order) =>
    internal({ to, value, bounce: true, body: writeTransferOrder(order, { owner, payload: null }) }),
  );
  return signMessages({ messages, seqno, validUntil, maxFeeBase: 0n }, treasury, signer);
}
