import type { ReactNode } from "react";

import { ClaimNews } from "./ClaimNews.tsx";
import { LivePassphrase } from "./LivePassphrase.tsx";
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
