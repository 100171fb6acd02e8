import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";

import { COINS, type CoinType } from "#domain/coins.ts";

import styles from "./Amount.module.css";
import { formatAmountText } from "#domain/money/formatAmountText.ts";

// By name, so that a build keeps no table of the style sheet's classes.
const SIZES = { normal: styles.normal, large: styles.large, huge: styles.huge, hero: styles.hero };

interface AmountProps {
  /** Whole-coin decimal text; null = unknown, drawn as a dash. */
  amount: string | null;
  coinType: CoinType;
  /** `huge` and `hero` take a row of their own and shrink until a long number fits it. */
  size?: keyof typeof SIZES;
  /** Prefixes incoming amounts with a plus. */
  isSigned?: boolean;
}

/** An amount with its coin, never broken over two lines. */
export function Amount({ amount, coinType, size = "normal", isSigned = false }: AmountProps) {
  const { t, i18n } = useTranslation();
  const { ticker } = COINS[coinType];
  const text = amount === null ? "–" : formatAmountText(amount, i18n.language, isSigned);
  // Code units are enough to guess a width by: digits and marks are one each.
  const lengths = { "--digits": text.length, "--letters": ticker.length } as CSSProperties;
  return (
    <span className={SIZES[size]} style={lengths}>
      <span className={styles.line}>
        {amount === null ? (
          <>
            <span aria-hidden="true">{text}</span>
            <span className="visually-hidden">{t("app:amountUnknown")}</span>
          </>
        ) : (
          <span>{text}</span>
        )}{" "}
        <span className={styles.unit}>{ticker}</span>
      </span>
    </span>
  );
}
