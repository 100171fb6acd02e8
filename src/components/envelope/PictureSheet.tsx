import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { envelopePictureFlow } from "#src/adapters/actors/envelopePicture.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { SheetDone } from "#src/components/shell/MainAction.tsx";
import { Sheet } from "#src/components/ui/Sheet.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";

import { findWords } from "./envelopeTexts.ts";
import styles from "./PictureSheet.module.css";

interface PictureSheetProps {
  envelope: components["schemas"]["Envelope"];
  onClose: () => void;
}

/** A picture of an open envelope to share or to keep: cover, words and the code of its link. It is gone with the sheet. */
export function PictureSheet({ envelope, onClose }: PictureSheetProps) {
  const { t } = useTranslation();
  const { envelopeId, coverId, sender } = envelope;
  const words = findWords(t, envelope);
  const flow = useFlow(envelopePictureFlow, {
    isExtra: true,
    input: { envelopeId, coverId, words, senderName: sender.name, hint: t("envelope:picture.hint") },
  });
  if (flow === null) return null;
  const { view, send } = flow;
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t("envelope:picture.title")}
      actions={
        <>
          {/* In the page: a press on the messenger's own main button lets no browser share a file. */}
          <ActionButton actions={view.actions} type="ui.handOver" send={send} isBusy={view.isBusy} />
          <SheetDone onClose={onClose} variant="secondary" />
        </>
      }
    >
      {view.dataUrl !== null ? (
        <>
          <img
            className={styles.picture}
            src={view.dataUrl}
            width={1080}
            height={1350}
            alt={t("envelope:picture.alt", { sender: sender.name, words })}
          />
          {view.isKeptByPress && <p className={styles.note}>{t("envelope:picture.press")}</p>}
        </>
      ) : view.failureKey !== null ? (
        <LoadFailure title={t("envelope:picture.failed")} failure={view} send={send} />
      ) : (
        <Skeleton shape="cards" rows={1} rowHeightPx={440} />
      )}
    </Sheet>
  );
}
