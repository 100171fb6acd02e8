import { useId, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";

import { Button } from "#src/components/ui/Button.tsx";
import { clipboardFlow } from "#src/adapters/actors/clipboard.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { ManualCopy } from "./ManualCopy.tsx";

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
        onClick={() => {
          send({ type: "ui.copy", text });
        }}
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
