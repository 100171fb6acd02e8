import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { COINS } from "#domain/coins.ts";
import { viewBalancePayment } from "#machines/balancePayment/balancePayment.view.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { useChild, type StartedChild } from "#src/hooks/useChild.ts";
import { buildOutcomePath } from "#src/routes/links.ts";

/** Where a payment that was sent in the app is followed. */
const SEE = { event: { type: "ui.seePayment" }, labelKey: "envelope:send.seePayment", enabled: true } as const;

/** Paying, or a new link to do so. */
export function OrderFooter({ view, send, actor }: StartedChild<"envelopeOrder">) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { actions, state, isBusy, order, dueAmount } = view;
  const amount = `${formatAmountText(dueAmount, i18n.language)}\u00a0${COINS[order.coinType].ticker}`;
  // The quickest way is the main one: what the balance covers is paid from it, and a wallet is the other way.
  const balance = useChild(actor, "balancePayment", viewBalancePayment)?.view.balance ?? null;
  if (balance !== null) {
    return (
      <>
        <ActionButton
          actions={actions}
          type="ui.openPayment"
          send={send}
          labelValues={{ amount }}
          variant="secondary"
          isBusy={state === "openingPayment"}
        />
        <ActionButton actions={actions} type="ui.renewLink" send={send} variant="secondary" />
        {isBusy && <output className="visually-hidden">{t(view.titleKey)}</output>}
      </>
    );
  }
  return (
    <>
      <MainAction
        actions={actions}
        type="ui.openPayment"
        send={send}
        labelKey={state === "openingPayment" && !view.isSent ? "envelope:send.openPayment" : undefined}
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
      {/* The payment page shows where a payment is; what was paid in the app has no other one than this. */}
      {view.isSent && view.isPaidHere && (
        <MainAction
          actions={[SEE]}
          type="ui.seePayment"
          send={() => void navigate(buildOutcomePath({ orderId: order.orderId }))}
        />
      )}
      {isBusy && <output className="visually-hidden">{t(view.titleKey)}</output>}
    </>
  );
}
