import styles from "./Toast.module.css";

interface ToastProps {
  /** Translated; null shows nothing. The element stays, so that readers announce the next text. */
  message: string | null;
  tone?: "plain" | "good" | "bad";
  isBusy?: boolean;
}

/** The one short message at the top; how long it stays is the machine's business. */
export function Toast({ message, tone = "plain", isBusy = false }: ToastProps) {
  return (
    <output aria-live="polite" className={styles.place}>
      {message !== null && (
        <span className={styles.toast} data-tone={tone}>
          {isBusy && <span className={styles.spinner} aria-hidden="true" />}
          {message}
        </span>
      )}
    </output>
  );
}
