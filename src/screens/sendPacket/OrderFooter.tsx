import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

/** Paying, or a new link to do so. */
export function OrderFooter({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const { actions, state, isBusy } = view;
  return (
    <>
      <MainAction
        actions={actions}
        type="ui.openPayment"
        send={send}
        labelKey="envelope:send.openPayment"
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
