import { Icon, type IconName } from "./Icon.tsx";
import styles from "./Toast.module.css";

type Tone = "plain" | "good" | "bad";

interface ToastProps {
  /** Translated; null shows nothing. The element stays, so that screen readers announce the next text. */
  message: string | null;
  tone?: Tone;
  isBusy?: boolean;
  /** Dismisses the toast early: a tap anywhere on it. */
  onDismiss?: () => void;
  dismissLabel?: string;
}

const ICONS: Readonly<Record<Tone, IconName>> = { plain: "info", good: "check", bad: "warning" };

/** The one short message below the header; the machine decides how long it stays. */
export function Toast({ message, tone = "plain", isBusy = false, onDismiss, dismissLabel }: ToastProps) {
  const isShown = message !== null;
  return (
    <div className={styles.place}>
      <div
        className={isShown ? styles.toast : undefined}
        data-dismissable={(isShown && onDismiss !== undefined) || undefined}
      >
        {isShown && (
          <span className={styles.sign} data-tone={tone}>
            {isBusy ? <span className={styles.spinner} /> : <Icon name={ICONS[tone]} sizePx={18} />}
          </span>
        )}
        <output aria-live="polite" className={styles.message}>
          {message}
        </output>
        {isShown && onDismiss !== undefined && (
          <button type="button" className={styles.dismiss} aria-label={dismissLabel} onClick={onDismiss}>
            <Icon name="close" sizePx={18} />
          </button>
        )}
      </div>
    </div>
  );
}
