import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import { LiveGroup } from "./LiveGroup.tsx";
import { LivePassphrase } from "./LivePassphrase.tsx";
import styles from "./LiveEnvelopes.module.css";

const MOST_IN_FAN = 3;

/** The envelopes of several groups can be claimed: their one passphrase, and how far each of them is. */
export function LiveEnvelopes({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const { envelopes, passphrase, chats } = view;
  return (
    <div className={styles.stage}>
      <div className={styles.fan} aria-hidden="true">
        {envelopes.slice(0, MOST_IN_FAN).map(({ envelopeId, coverId }) => (
          <span key={envelopeId}>
            <Envelope size="small" state="sealed" coverId={coverId} />
          </span>
        ))}
      </div>
      <div className={styles.words}>
        <output className={styles.title}>{t("envelope:multi.live", { count: envelopes.length })}</output>
        <p className={styles.note}>{t("envelope:multi.livePosted")}</p>
      </div>
      {passphrase !== null && <LivePassphrase passphrase={passphrase} titleKey="envelope:multi.passphrase" />}
      <ul className={styles.groups}>
        {envelopes.map((envelope) => (
          <LiveGroup
            key={envelope.envelopeId}
            envelope={envelope}
            title={chats.find(({ chatId }) => chatId === envelope.chatId)?.title ?? null}
          />
        ))}
      </ul>
      <div className={styles.another}>
        <ActionButton actions={view.actions} type="ui.another" send={send} variant="plain" />
      </div>
    </div>
  );
}
