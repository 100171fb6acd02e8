import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";

/** What the amount of the form is called, by what it is of. */
export function useAmountLabels({
  minChats,
  chatIds,
}: EnvelopeSendView): Record<"totalAmount" | "singleAmount", string> {
  const { t } = useTranslation();
  const isPerGroup = minChats > 1 || chatIds.length > 1;
  return {
    totalAmount: t(isPerGroup ? "envelope:multi.amountPerGroup" : "envelope:send.totalAmount"),
    singleAmount: t("envelope:send.singleAmount"),
  };
}
