import { useTranslation } from "react-i18next";

import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { Badge } from "#src/components/ui/Badge.tsx";
import { RollingAmount } from "#src/components/amount/RollingAmount.tsx";

import styles from "./ClaimLetter.module.css";

/** The text of the letter: the amount. The answer brings it before the envelope opens. */
export function ClaimLetter({ view }: { view: EnvelopeClaimView }) {
  const { t } = useTranslation();
  const { amount, envelope, part } = view;
  if (amount === null || envelope === null) return null;
  return (
    <>
      {amount.isBestLuck && (
        <Badge tone="gold" icon="crown">
          {t("envelope:claim.bestLuck")}
        </Badge>
      )}
      <RollingAmount amount={amount.value} coinType={envelope.coinType} isRolling={part === "opening"} />
      <p className={styles.note}>{t("envelope:claim.credited")}</p>
    </>
  );
}
