import type { CoinType } from "#domain/coins.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Fiat } from "#src/components/amount/Fiat.tsx";

import styles from "./PayoutHead.module.css";

interface PayoutHeadProps {
  caption: string;
  /** A whole-coin decimal string. */
  amount: string;
  coinType: CoinType;
}

/** The amount on top of a withdrawal's paper, and its worth. */
export function PayoutHead({ caption, amount, coinType }: PayoutHeadProps) {
  return (
    <div className={styles.head}>
      <p className={styles.caption}>{caption}</p>
      <Amount amount={amount} coinType={coinType} size="hero" />
      <p className={styles.worth}>
        <Fiat amount={amount} coinType={coinType} />
      </p>
    </div>
  );
}
