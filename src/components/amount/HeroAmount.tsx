import type { ComponentProps } from "react";

import { Amount } from "./Amount.tsx";
import { Fiat } from "./Worth.tsx";
import styles from "./HeroAmount.module.css";

/** The amount that a receipt is about, and beneath it what it is worth. */
export function HeroAmount({ amount, coinType, size = "hero" }: ComponentProps<typeof Amount>) {
  return (
    <>
      <Amount amount={amount} coinType={coinType} size={size} />
      <p className={styles.worth}>
        <Fiat amount={amount} coinType={coinType} />
      </p>
    </>
  );
}
