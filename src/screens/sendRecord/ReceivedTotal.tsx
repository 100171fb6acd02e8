import { Fragment } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Fiat } from "#src/components/amount/Fiat.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";

import styles from "./ReceivedTotal.module.css";

interface ReceivedTotalProps {
  sums: readonly components["schemas"]["ReceivedSum"][];
  /** How many claims there are in all. */
  count: number;
}

/** Everything that was received, coin by coin. */
export function ReceivedTotal({ sums, count }: ReceivedTotalProps) {
  const { t } = useTranslation();
  return (
    <Paper isScalloped>
      <div className={styles.received}>
        <h2 className={styles.caption}>{t("envelope:record.totalReceived")}</h2>
        {sums.map(({ coinType, amount }, index) => (
          <Fragment key={coinType}>
            <Amount amount={amount} coinType={coinType} size={index === 0 ? "hero" : "large"} />
            <p className={styles.worth}>
              <Fiat amount={amount} coinType={coinType} />
            </p>
          </Fragment>
        ))}
        <p className={styles.caption}>{t("envelope:record.total", { count })}</p>
      </div>
    </Paper>
  );
}
