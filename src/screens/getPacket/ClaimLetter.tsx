import { useTranslation } from "react-i18next";

import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { Badge } from "#src/components/ui/Badge.tsx";
import { RollingAmount } from "#src/components/amount/RollingAmount.tsx";
import { Worth } from "#src/components/amount/Worth.tsx";

import styles from "./ClaimLetter.module.css";

/** The text of the letter: the amount. The answer brings it before the envelope opens. */
export function ClaimLetter({ view }: { view: EnvelopeClaimView }) {
  const { t } = useTranslation();
  const { amount, envelope, part } = view;
  if (amount === null || envelope === null) return null;
  return (
    <>
      {amount.isBestLuck && (
        <span className={styles.sticker}>
          <Badge tone="gold" icon="crown">
            {t("envelope:claim.bestLuck")}
          </Badge>
        </span>
      )}
      <RollingAmount amount={amount.value} coinType={envelope.coinType} isRolling={part === "opening"} />
      {/* It comes after the landing, on a line of its own. */}
      <p className={styles.worth}>
        {part === "landed" && <Worth amount={amount.value} coinType={envelope.coinType} />}
      </p>
    </>
  );
}
