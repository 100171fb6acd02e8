import { useTranslation } from "react-i18next";

import type { ClipboardView } from "#machines/clipboard/clipboard.view.ts";
import type { ClipboardEvent } from "#machines/clipboard/clipboard.machine.ts";
import { Dialog } from "#src/components/ui/Dialog.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { ActionButton } from "./ActionButton.tsx";
import styles from "./ManualCopy.module.css";

/** The text to select and copy by hand, where no way to the clipboard works. */
export function ManualCopy({ view, send }: FlowProps<"clipboard", ClipboardView>) {
  const { t } = useTranslation();
  const { manualText, messageKey, actions } = view;
  const dismiss = (event: ClipboardEvent = { type: "ui.dismiss" }) => {
    send(event);
  };
  return (
    <Dialog
      isOpen={manualText !== null}
      title={t("app:tips")}
      onClose={dismiss}
      actions={<ActionButton actions={actions} type="ui.dismiss" send={dismiss} />}
    >
      <p>{messageKey !== null && t(messageKey)}</p>
      <input
        className={styles.manual}
        readOnly
        value={manualText ?? ""}
        aria-label={t("app:clipboard.copy")}
        onFocus={(event) => {
          event.target.select();
        }}
      />
    </Dialog>
  );
}
