import { useTranslation } from "react-i18next";

import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Dialog } from "#src/components/ui/Dialog.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

/** Asks before a withdrawal is cancelled. */
export function CancelDialog({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={view.state === "confirmingCancel"}
      onClose={() => {
        send({ type: "ui.back" });
      }}
      title={t("withdraw:state.confirmingCancel")}
      actions={
        <>
          <ActionButton actions={view.actions} type="ui.confirm" send={send} variant="danger" />
          <ActionButton actions={view.actions} type="ui.back" send={send} variant="secondary" />
        </>
      }
    >
      {t("withdraw:cancelText")}
    </Dialog>
  );
}
