import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmountText } from "#src/components/amount/formatAmountText.ts";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

/** Paying, or a new link to do so. */
export function OrderFooter({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  const { actions, state, isBusy, order, dueAmount } = view;
  const amount =
    order === null
      ? ""
      : `${formatAmountText(dueAmount ?? order.amount, i18n.language)}\u00a0${COINS[order.coinType].label}`;
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
