import { useSelector } from "@xstate/react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { viewSession } from "#machines/session/session.view.ts";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { useApp } from "#src/hooks/useApp.ts";
import { useService } from "#src/hooks/useSnapshot.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import styles from "./LiveStage.module.css";

interface LiveStageProps {
  /** The envelope or the envelopes. */
  picture: ReactNode;
  title: string;
  /** What the sender does now. */
  note: ReactNode;
  /** Null where it is not known. */
  passphrase: string | null;
  /** i18n key of its heading. */
  passphraseKey: string;
  /** The one envelope; null where there are several. */
  envelopeId: string | null;
  children: ReactNode;
}

/** The stage of what can be claimed: picture, words, the passphrase to pass on, and what else there is. */
export function LiveStage({ picture, title, note, passphrase, passphraseKey, envelopeId, children }: LiveStageProps) {
  return (
    <div className={styles.stage}>
      {picture}
      <div className={styles.words}>
        <output className={styles.title}>{title}</output>
        <p className={styles.note}>{note}</p>
      </div>
      {passphrase !== null && (
        <LivePassphrase passphrase={passphrase} titleKey={passphraseKey} envelopeId={envelopeId} />
      )}
      {children}
      <ClaimNews />
    </div>
  );
}

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
              onClick={() => passOn(envelopeId === null ? appUrl : `${appUrl}?startapp=e_${envelopeId}`)}
            >
              {t("envelope:send.passOn")}
            </Button>
          )}
        </div>
      </div>
    </Paper>
  );
}

/**
 * Offers messages of the bot about the envelope while it may not write to the person: a tap has the messenger ask.
 * Absent for somebody who has switched messages off.
 */
function ClaimNews() {
  const { t } = useTranslation();
  const { messenger } = useApp();
  const [isAllowed, setIsAllowed] = useState(false);
  const isWanted = useSelector(
    useService("session"),
    (snapshot) => viewSession(snapshot).user?.allowNotifications !== false,
  );
  if (!isAllowed && !(isWanted && messenger.canAskToWrite())) return null;
  const before = <Icon name={isAllowed ? "check" : "mail"} />;
  return (
    <Section>
      {isAllowed ? (
        <Cell before={before} title={<output>{t("envelope:send.newsAllowed")}</output>} />
      ) : (
        <Cell
          before={before}
          title={t("envelope:send.news")}
          subtitle={t("envelope:send.newsHint")}
          onClick={() => void messenger.requestWriteAccess().then(setIsAllowed)}
        />
      )}
    </Section>
  );
}
