import { Icon } from "#src/components/ui/Icon.tsx";
import { switchOff } from "#src/components/ui/switchOff.ts";
import styles from "./NoTexts.module.css";

interface NoTextsProps {
  /** Texts are being loaded. */
  isBusy?: boolean;
  onRetry: () => void;
}

/** Stands in for the whole app while no text of any language could be loaded: a sign instead of words. */
export function NoTexts({ isBusy = false, onRetry }: NoTextsProps) {
  return (
    <main className={styles.page} data-ground="stage">
      <button type="button" className={styles.retry} aria-label="Reload" {...switchOff(isBusy, onRetry)}>
        <Icon name="refresh" sizePx={40} />
      </button>
    </main>
  );
}
