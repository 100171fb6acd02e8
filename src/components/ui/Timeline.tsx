import type { ReactNode } from "react";

import { Icon } from "./Icon.tsx";
import styles from "./Timeline.module.css";

interface TimelineProps {
  /** Names the list for screen readers. */
  label: string;
  items: readonly {
    text: ReactNode;
    /** When it was, or will be. */
    time: ReactNode;
    mark: "passed" | "present" | "next";
  }[];
}

/** Steps in their order, from the first: what has passed, what is now, and what comes next. */
export function Timeline({ label, items }: TimelineProps) {
  return (
    <ol className={styles.list} aria-label={label}>
      {items.map(({ text, time, mark }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a step may come back, and none is ever moved
        <li key={place} className={styles.item} data-mark={mark} aria-current={mark === "present" ? "step" : undefined}>
          <span className={styles.mark}>{mark === "passed" && <Icon name="check" sizePx={12} />}</span>
          <span className={styles.text}>{text} </span>
          <span className={styles.time}>{time}</span>
        </li>
      ))}
    </ol>
  );
}
