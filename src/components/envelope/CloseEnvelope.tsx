import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { envelopeCloseFlow } from "#src/adapters/actors/envelopeClose.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { ConfirmDialog } from "#src/components/shell/ConfirmDialog.tsx";
import { SecondsLeft } from "#src/components/shell/SecondsLeft.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { formatTimeLeft } from "#src/format/formatTime.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import styles from "./CloseEnvelope.module.css";

interface CloseEnvelopeProps {
  envelope: components["schemas"]["Envelope"];
  /** It was ended, or may be over: what is shown is old. */
  onChange: () => void;
}

/** Lets the sender end an open envelope early, after a question. Draws nothing where they may not. */
export function CloseEnvelope({ envelope, onChange }: CloseEnvelopeProps) {
  const { closableAt } = envelope;
  return closableAt === undefined ? null : <Closing envelope={envelope} onChange={onChange} closableAt={closableAt} />;
}

/** @param closableAt from when on it may be ended */
function Closing({ envelope, onChange, closableAt }: CloseEnvelopeProps & { closableAt: string }) {
  const { envelopeId, coinType, remainingAmount } = envelope;
  const { t, i18n } = useTranslation();
  const getFailureText = useFailureText();
  const flow = useFlow(envelopeCloseFlow, {
    input: { envelopeId, closableAtMs: Date.parse(closableAt) },
    isExtra: true,
    onOutdated: onChange,
  });
  if (flow === null) return null;
  const { view, send } = flow;
  return (
    <div className={styles.close}>
      {view.isBusy ? (
        <Button variant="secondary" isBusy>
          {t("envelope:close.close")}
        </Button>
      ) : (
        <ActionButton actions={view.actions} type="ui.close" send={send} variant="secondary" />
      )}
      {view.closableAt !== null && (
        <p role="timer" className={styles.wait}>
          <SecondsLeft
            until={view.closableAt}
            write={(seconds) => t("envelope:close.wait", { time: formatTimeLeft(seconds) })}
          />
        </p>
      )}
      {view.failureKey !== null && (
        <p role="alert" className={styles.wait}>
          {getFailureText(view)}
        </p>
      )}
      <ConfirmDialog isOpen={view.isAsking} title={t("envelope:close.title")} actions={view.actions} send={send}>
        {t("envelope:close.text", {
          amount: formatAmountText(remainingAmount ?? "0", i18n.language),
          coin: COINS[coinType].ticker,
        })}
      </ConfirmDialog>
    </div>
  );
}
