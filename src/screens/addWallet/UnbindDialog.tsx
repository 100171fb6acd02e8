import { useTranslation } from "react-i18next";

import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Dialog } from "#src/components/ui/Dialog.tsx";
import { shortenAddress } from "#src/format/shortenAddress.ts";
import type { FlowProps } from "#src/flows/flow.ts";

/** Asks before a wallet is unbound. */
export function UnbindDialog({ view, send }: FlowProps<"walletBinding", WalletBindingView>) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={view.state === "confirmingUnbind"}
      onClose={() => {
        send({ type: "ui.back" });
      }}
      title={t("wallet:binding.unbindTitle")}
      actions={
        <>
          <ActionButton actions={view.actions} type="ui.confirm" send={send} variant="danger" />
          <ActionButton actions={view.actions} type="ui.back" send={send} variant="secondary" />
        </>
      }
    >
      {t("wallet:binding.unbindText", { address: shortenAddress(view.walletToUnbind?.address ?? "") })}
    </Dialog>
  );
}
