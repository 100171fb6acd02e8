import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { isLivePayout } from "#machines/lifecycle/payout/payoutStatuses.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { Life } from "#src/components/shell/Life.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";

import { PAYOUT_LOOKS } from "./payoutLooks.ts";
import { PayoutReceipt } from "./PayoutReceipt.tsx";

type Payout = components["schemas"]["Payout"];

interface PayoutOutcomeProps {
  payout: Payout;
  /** Below the receipt. */
  children?: ReactNode;
}

/** How far a withdrawal is, or how it ended; a held one says why. */
export function PayoutOutcome({ payout, children }: PayoutOutcomeProps) {
  const { t } = useTranslation();
  const { status } = payout;
  const note = useNote(payout);
  return (
    <Outcome
      {...PAYOUT_LOOKS[status]}
      isWaiting={isLivePayout(status) && status !== "held"}
      title={t(`withdraw:status.${status}`)}
      text={note}
    >
      <PayoutReceipt payout={payout} />
      <Life chart="payout" coinType={payout.coinType} life={payout.life} />
      {children}
    </Outcome>
  );
}

function useNote({ status, heldReason, returnedAmount, lostFee, coinType }: Payout): string | undefined {
  const { t, i18n } = useTranslation();
  const name = (amount: string) => `${formatAmountText(amount, i18n.language)}\u00a0${COINS[coinType].ticker}`;
  if (status === "held") return heldReason === null ? undefined : t(`withdraw:held.${heldReason}`);
  if (returnedAmount !== null && lostFee !== null && lostFee !== "0") {
    return t("withdraw:note.returnedLess", { amount: name(returnedAmount), fee: name(lostFee) });
  }
  return t(`withdraw:note.${status}`);
}
