import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";

import { COINS, type CoinType } from "#domain/coins.ts";

import { formatAmountText } from "#domain/money/formatAmountText.ts";
import styles from "./RollingAmount.module.css";

interface RollingAmountProps {
  /** Whole-coin decimal text. */
  amount: string;
  coinType: CoinType;
  /** Each digit rolls into its place once, the last one last; false shows them there. */
  isRolling: boolean;
}

/** A hero amount whose digits roll into place like a counter's. The text alone is animated: no number is computed. */
export function RollingAmount({ amount, coinType, isRolling }: RollingAmountProps) {
  const { i18n } = useTranslation();
  const { ticker } = COINS[coinType];
  const text = formatAmountText(amount, i18n.language);
  const lengths = { "--digits": text.length, "--letters": ticker.length } as CSSProperties;
  return (
    <span className={styles.amount} style={lengths}>
      <span className="visually-hidden">
        {text} {ticker}
      </span>
      <span className={styles.line} aria-hidden="true" data-rolling={isRolling || undefined}>
        {listPlaces(text).map(({ sign, place }) => (
          <Place key={place} sign={sign} place={place} />
        ))}{" "}
        <span className={styles.unit}>{ticker}</span>
      </span>
    </span>
  );
}

function listPlaces(text: string): { sign: string; place: number }[] {
  return text.split("").map((sign, place) => ({ sign, place }));
}

/** One sign of the number: a digit has a reel that ends on it, one turn after it began. */
function Place({ sign, place }: { sign: string; place: number }) {
  // A turn needs the ten Latin digits: other digits are shown without rolling.
  if (!/^[0-9]$/u.test(sign)) return <span>{sign}</span>;
  const reel = Array.from({ length: 11 + Number(sign) }, (_, turn) => turn % 10);
  return (
    <span className={styles.place}>
      <span className={styles.digit}>{sign}</span>
      <span
        className={styles.reel}
        data-reel={reel.join("\n")}
        style={{ "--turns": reel.length - 1, "--place": place } as CSSProperties}
      />
    </span>
  );
}
