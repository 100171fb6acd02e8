import { useTranslation } from "react-i18next";

import { toMessageId } from "#domain/copyTexts.ts";
import { toCoverId } from "#domain/covers.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { LookKind } from "#machines/picker/picker.machine.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { pickerFlow } from "#src/adapters/actors/picker.ts";
import { LookChoices, LookSkeleton } from "#src/components/envelope/LookChoices.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { SheetDone } from "#src/components/shell/MainAction.tsx";
import { Sheet } from "#src/components/ui/Sheet.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import styles from "./LookSheet.module.css";

interface LookSheetProps extends FlowProps<"envelopeSend", EnvelopeSendView> {
  kind: LookKind;
  onClose: () => void;
}

/** Changes the cover or the text of the envelope in the form, and on request of those to come too. */
export function LookSheet({ view: form, send: sendToForm, kind, onClose }: LookSheetProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const setId = kind === "cover" ? form.look.coverId : form.look.messageId;
  const flow = useFlow(pickerFlow, { input: { kind, setId }, open: { type: "ui.open" } });
  const isApplied = flow?.view.state === "applied";
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t(`personal:send.${kind}Title`)}
      actions={
        <>
          {isApplied && <output className={styles.applied}>{t("personal:send.appliedForAll")}</output>}
          {flow?.view.state === "notApplied" && (
            <p role="alert" className={styles.failure}>
              {t("personal:failed")} <br />
              {getFailureText(flow.view)}
            </p>
          )}
          <SheetDone onClose={onClose} />
          {flow !== null && (
            <ActionButton
              actions={flow.view.actions}
              type="ui.apply"
              send={flow.send}
              labelKey={flow.view.shown?.mark === "inUse" ? undefined : "personal:send.applyForAll"}
              variant="plain"
            />
          )}
          {flow?.view.state === "notApplied" && (
            <ActionButton actions={flow.view.actions} type="ui.retry" send={flow.send} variant="plain" />
          )}
        </>
      }
    >
      {flow === null || (flow.view.looks === null && flow.view.state !== "failed") ? (
        <LookSkeleton kind={kind} />
      ) : flow.view.state === "failed" ? (
        <LoadFailure failure={flow.view} send={flow.send} />
      ) : (
        <LookChoices
          view={flow.view}
          onChoose={(event) => {
            flow.send(event);
            if (kind === "cover") sendToForm({ type: "ui.chooseCover", coverId: toCoverId(event.id) });
            else sendToForm({ type: "ui.chooseMessage", messageId: toMessageId(event.id) });
          }}
        />
      )}
    </Sheet>
  );
}
