import { useId } from "react";
import { useTranslation } from "react-i18next";

import { envelopeShareFlow } from "#src/adapters/actors/envelopeShare.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import styles from "./ShareButton.module.css";

interface ShareButtonProps {
  envelopeId: string;
  /** The one thing to do on the screen. */
  isMain?: boolean;
  /** Of the main one: `gold` on the stage. */
  variant?: "primary" | "gold";
}

/** Shares an open envelope of the user in a chat of their choice. */
export function ShareButton({ envelopeId, isMain = false, variant = "primary" }: ShareButtonProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const flow = useFlow(envelopeShareFlow, { input: { envelopeId }, flowKey: useId(), isExtra: true });
  if (flow === null) return null;
  const { view, send } = flow;
  return (
    <>
      {isMain ? (
        <MainAction
          actions={view.actions}
          type="ui.share"
          send={send}
          labelKey="envelope:share.share"
          variant={variant}
          isBusy={view.isBusy}
        />
      ) : view.isBusy ? (
        <Button variant="secondary" icon="share" isBusy>
          {t("envelope:share.share")}
        </Button>
      ) : (
        <ActionButton actions={view.actions} type="ui.share" send={send} variant="secondary" icon="share" />
      )}
      {view.isShared && <output className="visually-hidden">{t("envelope:share.shared")}</output>}
      {view.failureKey !== null && (
        <p ref={showInSight} role="alert" className={styles.failure}>
          {getFailureText(view)}
        </p>
      )}
    </>
  );
}

/** A refusal may come below the edge of the screen. */
function showInSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
