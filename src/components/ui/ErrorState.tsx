import type { ReactNode } from "react";

import { Button } from "./Button.tsx";
import styles from "./Empty.module.css";
import type { IconName } from "./Icon.tsx";
import { Seal } from "./Seal.tsx";

interface ErrorStateProps {
  /** What went wrong. */
  title: ReactNode;
  /** What to do about it. */
  text?: ReactNode;
  icon?: IconName;
  retryLabel?: ReactNode;
  onRetry?: () => void;
}

/** Shown in place of something that could not be loaded, with a retry. */
export function ErrorState({ title, text, icon = "warning", retryLabel, onRetry }: ErrorStateProps) {
  return (
    <div className={styles.empty} role="alert">
      <div className={styles.picture}>
        <Seal icon={icon} tone="bad" />
      </div>
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {onRetry !== undefined && (
        <div className={styles.action}>
          <Button variant="secondary" onClick={onRetry}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  );
}
