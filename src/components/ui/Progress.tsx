import { useId, type ReactNode } from "react";

import { joinClasses } from "./joinClasses.ts";
import styles from "./Progress.module.css";

interface ProgressProps {
  value: number;
  /** The whole; above zero. */
  max: number;
  /** Says how far it is, e.g. "3 of 10 claimed". */
  label: ReactNode;
  /** The label is for screen readers only. */
  isTextHidden?: boolean;
  /** For rows of a list. */
  isThin?: boolean;
}

/** How much of a whole is done: gold on the stage, red elsewhere. */
export function Progress({ value, max, label, isTextHidden = false, isThin = false }: ProgressProps) {
  const labelId = useId();
  return (
    <div className={styles.progress}>
      <span id={labelId} className={isTextHidden ? "visually-hidden" : styles.text}>
        {label}
      </span>
      <progress
        className={joinClasses(styles.bar, isThin && styles.thin)}
        aria-labelledby={labelId}
        value={value}
        max={max}
      />
    </div>
  );
}
