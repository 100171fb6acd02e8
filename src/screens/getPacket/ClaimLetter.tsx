import { useTranslation } from "react-i18next";

import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { Badge } from "#src/components/ui/Badge.tsx";
import { RollingAmount } from "#src/components/amount/RollingAmount.tsx";

import styles from "./ClaimLetter.module.css";

/** What stands on the letter: the amount, which the answer brought before the envelope opens. */
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
