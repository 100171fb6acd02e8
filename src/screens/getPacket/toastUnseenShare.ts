import i18next from "i18next";

import { COINS } from "#domain/coins.ts";
import { toFailure } from "#machines/kit/failure.ts";
import { getFailureKey, getFailureValues } from "#machines/kit/failureText.ts";
import type { EnvelopeClaimContext } from "#machines/envelopeClaim/envelopeClaim.setup.ts";
import { requestClaim } from "#src/adapters/actors/envelopeClaim.ts";
import { formatAmountText } from "#src/components/amount/formatAmountText.ts";
import type { App } from "#src/createApp.ts";

interface Leaving {
  /** The server was still being asked. */
  isClaiming: boolean;
  /** The envelope was still opening. */
  isOpening: boolean;
  /** What was typed is not needed any more. */
  forgetDraft: () => void;
}

/**
 * Shows a toast for a claim whose page was left before its end. The page's own request was aborted, but the share may be
 * credited: asking once more is harmless, since each person has one share.
 */
export async function toastUnseenShare(
  app: Pick<App, "api" | "root">,
  { claim, passphrase, envelopeId }: EnvelopeClaimContext,
  { isClaiming, isOpening, forgetDraft }: Leaving,
): Promise<void> {
  if (!isClaiming && !isOpening) return;
  try {
    const share = claim ?? (await requestClaim(app, { passphrase, envelopeId })).claim;
    forgetDraft();
    const amount = formatAmountText(share.amount, i18next.language);
    const values = { amount, coin: COINS[share.coinType].ticker };
    app.root.send({ type: "toast.show", tone: "success", labelKey: "envelope:claim.got", values });
  } catch (error) {
    const failure = toFailure(error);
    // The page went with the session, whose end is told elsewhere.
    if (failure.kind === "unauthorized") return;
    app.root.send({
      type: "toast.show",
      tone: "error",
      labelKey: getFailureKey(failure),
      values: getFailureValues(failure),
    });
  }
}
