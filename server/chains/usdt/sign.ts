import { Address, beginCell, comment } from "@ton/core";
import type { PayableOrder, PaymentTerms } from "../chain.ts";
import { type Jetton, locateJettonWallet } from "./jettonWallet.ts";

const TRANSFER = 0x0f8a_7ea5;
/** What goes with a transfer for gas; most of it comes back. What a locked receiver refuses never does. */
const GAS_BASE = 30_000_000n;
/** Exchanges and wallets tell of an arrival only where something is forwarded. */
const FORWARDED_BASE = 1n;
/** How long a wallet may take; TON Connect warns beyond five minutes. */
const VALID_S = 300;

/** Builds the payment of an order: an order to the payer's own jetton wallet. `now` is the chain's time. */
export function buildPayment(
  { from, to, amountBase, reference }: PayableOrder,
  { jetton, globalId, now }: { jetton: Jetton; globalId: number; now: Date },
): PaymentTerms {
  const payer = Address.parse(from);
  const payload = beginCell()
    .storeUint(TRANSFER, 32)
    .storeUint(0, 64)
    .storeCoins(amountBase)
    .storeAddress(Address.parse(to))
    .storeAddress(payer)
    .storeBit(0)
    .storeCoins(FORWARDED_BASE)
    .storeMaybeRef(reference === null ? null : comment(reference))
    .endCell();
  return {
    // In the coin itself the network takes nothing: its gas is paid in Gram.
    maxFeeBase: 0n,
    signing: {
      kind: "ton",
      request: {
        validUntil: Math.floor(now.getTime() / 1_000) + VALID_S,
        network: String(globalId),
        from: payer.toRawString(),
        messages: [
          {
            // A contract is named in the bounceable form.
            address: locateJettonWallet(jetton, payer).toString(),
            amount: String(GAS_BASE),
            payload: payload.toBoc().toString("base64"),
          },
        ],
      },
    },
  };
}
