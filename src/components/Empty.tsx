import type { ReactNode } from "react";

import styles from "./Empty.module.css";

interface EmptyProps {
  title: ReactNode;
  text?: ReactNode;
  /** A sign above the title; an empty envelope when absent. */
  picture?: ReactNode;
  action?: ReactNode;
}

/** What stands where there is nothing to list. */
export function Empty({ title, text, picture, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      {picture ?? <span className={styles.picture} aria-hidden="true" />}
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
