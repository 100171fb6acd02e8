import { COINS, type CoinType } from "#domain/coins.ts";
import { findGuestNetwork } from "#domain/guestNetwork.ts";

import styles from "./CoinLabel.module.css";

/**
 * A coin where one is chosen: its name, the same in every language, and beneath it the ticker that stands beside amounts,
 * where that is another, or the network that it is a guest of.
 */
export function CoinLabel({ coinType }: { coinType: CoinType }) {
  const { label, ticker } = COINS[coinType];
  const beneath = findGuestNetwork(coinType) ?? (ticker === label ? null : ticker);
  return (
    <span className={styles.coin}>
      <span>{label}</span> {beneath !== null && <span className={styles.ticker}>{beneath}</span>}
    </span>
  );
}
