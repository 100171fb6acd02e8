import { useTranslation } from "react-i18next";

import type { PickerView } from "#machines/picker/picker.view.ts";

import { Icon } from "#src/components/ui/Icon.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import { Envelope } from "./Envelope.tsx";
import styles from "./LookPreview.module.css";

/** The envelope with what is set, as it would arrive, and how it stands with it. */
export function LookPreview({ view }: { view: PickerView }) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { preview, shown, state, standingKey, failureKey } = view;
  return (
    <div className={styles.preview}>
      <Envelope state="sealed" coverId={preview.coverId} front={t(`copyTexts:${preview.messageId}`)} />
      {failureKey === null ? (
        <output key="standing" className={styles.standing} data-done={state === "applied" || undefined}>
          <span>
            {shown?.mark === "inUse" && <Icon name="check" sizePx={18} />}
            {standingKey === null ? "" : t(standingKey)}
          </span>
        </output>
      ) : (
        <p key="failure" role="alert" className={styles.failure}>
          <span>
            <Icon name="warning" sizePx={18} />
            {t("personal:failed")}
          </span>{" "}
          <span>{getFailureText(view)}</span>
        </p>
      )}
    </div>
  );
}

/** The place of the envelope before it is known. */
export function LookPreviewSkeleton() {
  return (
    <div className={styles.preview} aria-hidden="true">
      <div className={styles.ghost} />
      <div className={styles.standing} />
    </div>
  );
}
