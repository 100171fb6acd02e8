import { useTranslation } from "react-i18next";

import type { AppEvent } from "#machines/app/app.machine.ts";
import type { AppView } from "#machines/app/app.view.ts";

import { ActionButton } from "./ActionButton.tsx";
import { Dialog } from "#src/components/ui/Dialog.tsx";

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
      onClose={() => {
        send({ type: "ui.reload" });
      }}
      actions={<ActionButton actions={actions} type="ui.reload" send={send} />}
    >
      <p>{t("app:error.crashedText")}</p>
    </Dialog>
  );
}
