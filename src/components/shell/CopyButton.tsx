import { type ReactNode, useId } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";

import type { ClipboardEvent } from "#machines/clipboard/clipboard.machine.ts";
import type { ClipboardView } from "#machines/clipboard/clipboard.view.ts";
import { clipboardFlow } from "#src/adapters/actors/clipboard.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { Button } from "#src/components/ui/Button.tsx";
import { Dialog } from "#src/components/ui/Dialog.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";

import { ActionButton } from "./ActionButton.tsx";
import styles from "./CopyButton.module.css";

interface CopyButtonProps {
  /** What is copied. */
  text: string;
  /** i18n key; "Copy" when absent. */
  labelKey?: string;
  /** What the eye sees in place of the label, which screen readers still read: the text itself, where it is short. */
  children?: ReactNode;
  variant?: "primary" | "secondary" | "plain";
  isInline?: boolean;
}

/** Copies a text, shows a check for a moment, and helps where no way to the clipboard works. */
export function CopyButton({ text, labelKey, children, variant = "secondary", isInline = true }: CopyButtonProps) {
  const { t } = useTranslation();
  const flow = useFlow(clipboardFlow, {
    input: undefined,
    flowKey: useId(),
    isExtra: true,
  });
  if (flow === null) return null;
  const { view, send } = flow;
  const copy = view.actions.find(({ event }) => event.type === "ui.copy");
  if (copy === undefined) return null;
  return (
    <>
      <Button
        variant={variant}
        isInline={isInline}
        icon={view.copiedText === text ? "check" : "copy"}
        disabled={!copy.enabled}
        onClick={() => send({ type: "ui.copy", text })}
      >
        {children === undefined ? (
          t(labelKey ?? copy.labelKey)
        ) : (
          <span>
            <span className="visually-hidden">{t(labelKey ?? copy.labelKey)}: </span>
            {children}
          </span>
        )}
      </Button>
      {createPortal(<ManualCopy view={view} send={send} />, document.body)}
    </>
  );
}

/** The text to select and copy by hand, where no way to the clipboard works. */
export function ManualCopy({ view, send }: FlowProps<"clipboard", ClipboardView>) {
  const { t } = useTranslation();
  const { manualText, messageKey, actions } = view;
  const dismiss = (event: ClipboardEvent = { type: "ui.dismiss" }) => send(event);
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
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  );
}
