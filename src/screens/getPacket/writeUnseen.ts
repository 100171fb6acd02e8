import { COINS } from "#domain/coins.ts";
import type { AppEvent } from "#machines/app/app.machine.ts";
import type { EnvelopeClaimEmitted } from "#machines/envelopeClaim/envelopeClaim.setup.ts";
import { getFailureKey, getFailureValues } from "#machines/kit/failureText.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";

type Unseen = Extract<EnvelopeClaimEmitted, { type: `${string}.unseen` }>;

/** The toast for what a claim came to after its page was left. */
export function writeUnseen(event: Unseen, language: string): Extract<AppEvent, { type: "toast.show" }> {
  if (event.type === "failure.unseen") {
    const { failure } = event;
    return {
      type: "toast.show",
      tone: "error",
      labelKey: getFailureKey(failure),
      values: getFailureValues(failure),
    };
  }
  const { amount, coinType } = event.claim;
  const values = { amount: formatAmountText(amount, language), coin: COINS[coinType].ticker };
  return { type: "toast.show", tone: "success", labelKey: "envelope:claim.got", values };
}
