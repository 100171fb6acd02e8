import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { isLivePayout } from "#machines/lifecycle/payout/payoutStatuses.ts";
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
  const { status, heldReason } = payout;
  const note =
    status === "held"
      ? heldReason === null
        ? undefined
        : t(`withdraw:held.${heldReason}`)
      : t(`withdraw:note.${status}`);
  return (
    <Outcome
      {...PAYOUT_LOOKS[status]}
      isWaiting={isLivePayout(status) && status !== "held"}
      title={t(`withdraw:status.${status}`)}
      text={note}
    >
      <PayoutReceipt payout={payout} />
      {children}
    </Outcome>
  );
}
