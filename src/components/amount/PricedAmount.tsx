import type { ComponentProps } from "react";

import { Amount } from "./Amount.tsx";
import styles from "./PricedAmount.module.css";
import { Worth } from "./Worth.tsx";

/** An amount and, beneath it, what it is worth; within `Prices`, which reads the price once for all of them. */
export function PricedAmount(props: ComponentProps<typeof Worth>) {
  return (
    <span className={styles.priced}>
      <Amount {...props} />{" "}
      <span className={styles.worth}>
        <Worth {...props} />
      </span>
    </span>
  );
}
