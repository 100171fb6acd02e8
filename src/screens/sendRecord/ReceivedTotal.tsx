import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { Amount } from "#src/components/Amount.tsx";
import { Paper } from "#src/components/Paper.tsx";
import type { PagedListView } from "#machines/pagedList/pagedList.view.ts";

import styles from "./ReceivedTotal.module.css";

interface ReceivedTotalProps {
  /** Of the list's answer. */
  extra: PagedListView["extra"];
  /** How many claims there are in all. */
  count: number;
}

/** Everything that was received, coin by coin. */
export function ReceivedTotal({ extra, count }: ReceivedTotalProps) {
  const { t } = useTranslation();
  const sums = (extra["receivedByCoin"] ?? []) as unknown as readonly components["schemas"]["ReceivedSum"][];
  return (
    <Paper isScalloped>
      <div className={styles.received}>
        <h2 className={styles.caption}>{t("envelope:record.totalReceived")}</h2>
        {sums.map(({ coinType, amount }, index) => (
          <Amount key={coinType} amount={amount} coinType={coinType} size={index === 0 ? "hero" : "large"} />
        ))}
        <p className={styles.caption}>{t("envelope:record.total", { count })}</p>
      </div>
    </Paper>
  );
}
