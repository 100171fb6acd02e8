import type { ReactNode } from "react";

import styles from "./Badge.module.css";

/** A small mark of a status. */
export function Badge({
  children,
  tone = "plain",
}: {
  children: ReactNode;
  tone?: "plain" | "good" | "warn" | "bad" | "gold";
}) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
