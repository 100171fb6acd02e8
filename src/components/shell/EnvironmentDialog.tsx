import { useTranslation } from "react-i18next";

import type { EnvironmentEvent } from "#machines/environment/environment.machine.ts";
import type { EnvironmentView } from "#machines/environment/environment.view.ts";
import { Dialog } from "#src/components/ui/Dialog.tsx";

import { ActionButton } from "./ActionButton.tsx";

interface EnvironmentDialogProps {
  view: EnvironmentView;
  send: (event: EnvironmentEvent) => void;
}

/** Stands before everything while the messenger's part of the app does not work. */
export function EnvironmentDialog({ view: { dialog, actions }, send }: EnvironmentDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={dialog !== null}
      title={dialog !== null && t(dialog.titleKey)}
      onClose={() => {
        send({ type: "ui.retry" });
      }}
      actions={<ActionButton actions={actions} type="ui.retry" send={send} />}
    >
      <p>{dialog !== null && t(dialog.messageKey)}</p>
      {dialog !== null && dialog.causeKey !== null && <p>{t(dialog.causeKey)}</p>}
    </Dialog>
  );
}
