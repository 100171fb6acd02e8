import { useTranslation } from "react-i18next";

import { Skeleton } from "#src/components/ui/Skeleton.tsx";

import amountStyles from "./AccountAmounts.module.css";
import styles from "./AmountsSkeleton.module.css";
import { Figures } from "./Figures.tsx";
import { Purse } from "./Purse.tsx";

/** A line of the largest figures. */
const BALANCE_HEIGHT_PX = 62;
/** A line of text. */
const FIGURE_HEIGHT_PX = 24;

/** Balance and sums while they load: their labels take their space and are invisible. */
export function AmountsSkeleton() {
  const { t } = useTranslation();
  const figure = <Skeleton label="" shape="amount" rowHeightPx={FIGURE_HEIGHT_PX} />;
  return (
    <div className={styles.toCome}>
      <Purse hasPayouts>
        <Skeleton label={t("app:loading")} shape="amount" rowHeightPx={BALANCE_HEIGHT_PX} />
        <p className={amountStyles.worth} />
        <div className={amountStyles.ways} />
      </Purse>
      <div aria-hidden="true">
        <Figures amountSent={figure} amountReceived={figure} quantityReceived={figure} />
      </div>
    </div>
  );
}
