import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { Paper } from "#src/components/ui/Paper.tsx";

import styles from "./EnvelopePreview.module.css";

/** The envelope as the others will see it, while it is being written. A picture: the fields say the same to screen readers. */
export function EnvelopePreview({ view: { draft, look, totalEach, limits } }: { view: EnvelopeSendView }) {
  const { t, i18n } = useTranslation();
  const remark = draft.remark.trim();
  const facts = [
    t(`envelope:type.${draft.type}`),
    ...(totalEach === null ? [] : [`${formatAmountText(totalEach, i18n.language)} ${limits.ticker}`]),
    ...(/^[1-9][0-9]*$/u.test(draft.count) ? [t("envelope:send.previewShares", { shares: draft.count })] : []),
  ];
  return (
    <div aria-hidden="true">
      <Paper>
        <div className={styles.preview}>
          <div className={styles.envelope}>
            <Envelope state="sealed" size="small" coverId={look.coverId} />
          </div>
          <div className={styles.words}>
            <p className={styles.remark}>{remark === "" ? t(`copyTexts:${look.messageId}`) : remark}</p>
            <p className={styles.facts}>
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
          </div>
        </div>
      </Paper>
    </div>
  );
}
