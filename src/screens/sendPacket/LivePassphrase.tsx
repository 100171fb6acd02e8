import { useTranslation } from "react-i18next";

import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";

import styles from "./LivePassphrase.module.css";

interface LivePassphraseProps {
  passphrase: string;
  /** i18n key of what it is. */
  titleKey: string;
}

/** What the sender now passes on. */
export function LivePassphrase({ passphrase, titleKey }: LivePassphraseProps) {
  const { t } = useTranslation();
  return (
    <Paper>
      <div className={styles.passphrase}>
        <h2 className={styles.caption}>{t(titleKey)}</h2>
        <p className={styles.secret}>{passphrase}</p>
        <CopyButton text={passphrase} labelKey="envelope:send.copyPassphrase" />
      </div>
    </Paper>
  );
}
