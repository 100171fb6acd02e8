import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import { formatAmountText } from "#src/components/amount/formatAmountText.ts";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";

/** Paying, or a new link to do so. */
export function OrderFooter({ view, send }: ChildProps<"envelopeOrder">) {
  const { t, i18n } = useTranslation();
  const { actions, state, isBusy, order, dueAmount } = view;
  const amount = `${formatAmountText(dueAmount, i18n.language)}\u00a0${COINS[order.coinType].ticker}`;
  return (
    <>
      <MainAction
        actions={actions}
        type="ui.openPayment"
        send={send}
        labelKey={view.isPaidHere ? "envelope:send.payHere" : "envelope:send.openPayment"}
        labelValues={{ amount }}
        isBusy={state === "openingPayment"}
      />
      <MainAction
        actions={actions}
        type="ui.renewLink"
        send={send}
        labelKey="envelope:send.renewLink"
        isBusy={state === "renewingLink"}
      />
      {isBusy && <output className="visually-hidden">{t(view.titleKey)}</output>}
    </>
  );
}
