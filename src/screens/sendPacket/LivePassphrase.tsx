import { useTranslation } from "react-i18next";

import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { useApp } from "#src/hooks/useApp.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import styles from "./LivePassphrase.module.css";

interface LivePassphraseProps {
  passphrase: string;
  /** i18n key of what it is. */
  titleKey: string;
  /** The one envelope that it opens; null where it opens several. */
  envelopeId: string | null;
}

/** What the sender now passes on. */
export function LivePassphrase({ passphrase, titleKey, envelopeId }: LivePassphraseProps) {
  const { t } = useTranslation();
  const { messenger } = useApp();
  const appUrl = useSystemInfo().view.value?.appUrl ?? null;
  // Only the messenger gets this link: it asks for a chat, and the person sends the words themselves.
  const passOn = (url: string) => {
    const words = new URLSearchParams({ url, text: t("envelope:send.passOnText", { passphrase }) });
    messenger.openLink(`https://t.me/share/url?${words.toString()}`);
  };
  return (
    <Paper>
      <div className={styles.passphrase}>
        <h2 className={styles.caption}>{t(titleKey)}</h2>
        <p className={styles.secret}>{passphrase}</p>
        <div className={styles.ways}>
          <CopyButton text={passphrase} labelKey="envelope:send.copyPassphrase" />
          {appUrl !== null && (
            <Button
              variant="secondary"
              isInline
              icon="send"
              onClick={() => {
                passOn(envelopeId === null ? appUrl : `${appUrl}?startapp=e_${envelopeId}`);
              }}
            >
              {t("envelope:send.passOn")}
            </Button>
          )}
        </div>
      </div>
    </Paper>
  );
}
