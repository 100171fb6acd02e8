import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { viewClipboard } from "#machines/clipboard/clipboard.view.ts";
import { useService } from "#src/hooks/useService.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";

import { Button } from "#src/components/ui/Button.tsx";

interface CopyButtonProps {
  /** What is copied. */
  text: string;
  /** i18n key; "Copy" when absent. */
  labelKey?: string;
  /** What the eye sees in place of the label, which readers still hear: the text itself, where it is short. */
  children?: ReactNode;
  variant?: "primary" | "secondary" | "plain";
  isInline?: boolean;
}

/** Copies a text and shows a check for a moment. The app's frame tells how it went and helps where no way works. */
export function CopyButton({ text, labelKey, children, variant = "secondary", isInline = true }: CopyButtonProps) {
  const { t } = useTranslation();
  const clipboard = useService("clipboard");
  const { actions, copiedText } = viewClipboard(useSnapshot(clipboard));
  const copy = actions.find(({ event }) => event.type === "ui.copy");
  if (copy === undefined) return null;
  return (
    <Button
      variant={variant}
      isInline={isInline}
      icon={copiedText === text ? "check" : "copy"}
      disabled={!copy.enabled}
      onClick={() => {
        clipboard.send({ type: "ui.copy", text });
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
  );
}
