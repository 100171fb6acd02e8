import { useTranslation } from "react-i18next";

import { COINS, type CoinType } from "#domain/coins.ts";

import styles from "./Amount.module.css";
import { formatAmountText } from "./formatAmountText.ts";

interface AmountProps {
  /** Whole-coin decimal text; null shows a dash. */
  amount: string | null;
  coinType: CoinType;
  size?: "normal" | "large" | "huge";
}

/** An amount with its coin, never broken over two lines. */
export function Amount({ amount, coinType, size = "normal" }: AmountProps) {
  const { i18n } = useTranslation();
  return (
    <span className={styles[size]}>
      <span className={styles.number}>{amount === null ? "–" : formatAmountText(amount, i18n.language)}</span>{" "}
      <span className={styles.unit}>{COINS[coinType].label}</span>
    </span>
  );
}
