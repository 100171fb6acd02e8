import type { CoinType } from "#domain/coins.ts";

import { Amount } from "./Amount.tsx";
import styles from "./PricedAmount.module.css";
import { Worth } from "./Worth.tsx";

interface PricedAmountProps {
  /** Whole-coin decimal text; null is not known. */
  amount: string | null;
  coinType: CoinType;
}

/** An amount and, beneath it, what it is worth; within `Prices`, which reads the price once for all of them. */
export function PricedAmount({ amount, coinType }: PricedAmountProps) {
  return (
    <span className={styles.priced}>
      <Amount amount={amount} coinType={coinType} />{" "}
      <span className={styles.worth}>
        <Worth amount={amount} coinType={coinType} />
      </span>
    </span>
  );
}
