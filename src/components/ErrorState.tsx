import type { ReactNode } from "react";

import { Button } from "./Button.tsx";
import styles from "./ErrorState.module.css";

interface ErrorStateProps {
  title: ReactNode;
  text?: ReactNode;
  retryLabel?: ReactNode;
  onRetry?: () => void;
}

/** What stands where something could not be shown, with a way to try again. */
export function ErrorState({ title, text, retryLabel, onRetry }: ErrorStateProps) {
  return (
    <div className={styles.error} role="alert">
      <span className={styles.sign} aria-hidden="true">
        !
      </span>
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
