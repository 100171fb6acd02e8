import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Dialog } from "#src/components/ui/Dialog.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

/** Asks before an order is given up. */
export function CancelDialog({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={view.state === "confirmingCancel"}
      onClose={() => {
        send({ type: "ui.back" });
      }}
      title={t("envelope:send.cancelTitle")}
      actions={
        <>
          <ActionButton actions={view.actions} type="ui.confirm" send={send} variant="danger" />
          <ActionButton actions={view.actions} type="ui.back" send={send} variant="secondary" />
        </>
      }
    >
      {t(view.cancelKey)}
    </Dialog>
  );
}
