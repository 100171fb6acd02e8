import type { ReactNode } from "react";

import styles from "./ReceiptRow.module.css";

interface ReceiptRowProps {
  label: ReactNode;
  children: ReactNode;
  /** Right of the label of a wide row: a CopyButton. */
  after?: ReactNode;
  /** The value is below its label and has the full width. */
  isWide?: boolean;
}

/** One row of a receipt. Render it in a `dl`. */
export function ReceiptRow({ label, children, after, isWide = false }: ReceiptRowProps) {
  return (
    <div className={isWide ? styles.wide : styles.row}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
      {after !== undefined && <dd className={styles.after}>{after}</dd>}
    </div>
  );
}
