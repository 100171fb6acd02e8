import type { ReactNode } from "react";

import type { CoinType } from "#domain/coins.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Fiat } from "#src/components/amount/Fiat.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";

import styles from "./StatePage.module.css";

interface StateReceiptProps {
  /** Whole-coin decimal text; null is not for this reader. */
  amount: string | null;
  coinType: CoinType;
  /** Below the amount: what is special, or how far it is. */
  children?: ReactNode;
  /** Rows of a `dl`. */
  rows: ReactNode;
}

/** What it is about, as a receipt: the amount, what it is worth, and the facts. */
export function StateReceipt({ amount, coinType, children, rows }: StateReceiptProps) {
  return (
    <Paper isScalloped>
      {amount !== null && (
        <div className={styles.amount}>
          <Amount amount={amount} coinType={coinType} size="hero" />
          <p className={styles.worth}>
            <Fiat amount={amount} coinType={coinType} />
          </p>
        </div>
      )}
      {children}
      <dl>{rows}</dl>
    </Paper>
  );
}
