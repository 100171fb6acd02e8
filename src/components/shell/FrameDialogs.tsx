import { useTranslation } from "react-i18next";
import type { AppEvent } from "#machines/app/app.machine.ts";
import type { AppView } from "#machines/app/app.view.ts";
import { ActionButton } from "./ActionButton.tsx";
import { Dialog } from "#src/components/ui/Dialog.tsx";
import type { EnvironmentEvent } from "#machines/environment/environment.machine.ts";
import type { EnvironmentView } from "#machines/environment/environment.view.ts";

interface BrokenDialogProps {
  view: AppView;
  send: (event: AppEvent) => void;
}

/** Stands before everything when the root cannot go on: only a new start helps. */
export function BrokenDialog({ view: { brokenKey, actions }, send }: BrokenDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={brokenKey !== null}
      title={brokenKey !== null && t(brokenKey)}
      onClose={() => send({ type: "ui.reload" })}
      actions={<ActionButton actions={actions} type="ui.reload" send={send} />}
    >
      <p>{t("app:error.crashedText")}</p>
    </Dialog>
  );
}

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
      onClose={() => send({ type: "ui.retry" })}
      actions={<ActionButton actions={actions} type="ui.retry" send={send} />}
    >
      <p>{dialog !== null && t(dialog.messageKey)}</p>
      {dialog !== null && dialog.causeKey !== null && <p>{t(dialog.causeKey)}</p>}
    </Dialog>
  );
}
