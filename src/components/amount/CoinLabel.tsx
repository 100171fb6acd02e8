import { COINS, type CoinType } from "#domain/coins.ts";

import styles from "./CoinLabel.module.css";

/** A coin where one is chosen: its name, the same in every language, and beneath it the ticker that stands beside amounts, where that is another. */
export function CoinLabel({ coinType }: { coinType: CoinType }) {
  const { label, ticker } = COINS[coinType];
  return (
    <span className={styles.coin}>
      <span>{label}</span> {ticker !== label && <span className={styles.ticker}>{ticker}</span>}
    </span>
  );
}
