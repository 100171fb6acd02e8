import { Address } from "@ton/core";
import type { PayableOrder, PaymentTerms } from "../chain.ts";
import { writeComment } from "./comment.ts";

/** How long a wallet may take; TON Connect warns beyond five minutes. */
const VALID_S = 300;
/** What a wallet's transfer costs, its first one with its deployment included, with room for a rise. */
const MAX_FEE_BASE = 10_000_000n;

/** Builds the payment of an order: the parameter of TON Connect's `sendTransaction`. `now` is the chain's time. */
export function buildPayment(
  { from, to, amountBase, reference }: PayableOrder,
  { globalId, now }: { globalId: number; now: Date },
): PaymentTerms {
  const message = {
    // Not bounceable: the coins stay, whatever state the treasury is in.
    address: Address.parse(to).toString({ bounceable: false }),
    amount: String(amountBase),
    ...(reference === null ? {} : { payload: writeComment(reference).toBoc().toString("base64") }),
  };
  return {
    maxFeeBase: MAX_FEE_BASE,
    signing: {
      kind: "ton",
      request: {
        validUntil: Math.floor(now.getTime() / 1_000) + VALID_S,
        network: String(globalId),
        from: Address.parse(from).toRawString(),
        messages: [message],
      },
    },
  };
}
