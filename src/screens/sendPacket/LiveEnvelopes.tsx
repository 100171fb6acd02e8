import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";

import { findLiveEnd } from "./findLiveEnd.ts";
import { LiveGroup } from "./LiveGroup.tsx";
import { LiveStage } from "./LiveStage.tsx";
import styles from "./LiveEnvelopes.module.css";

const MOST_IN_FAN = 3;

interface LiveEnvelopesProps extends ChildProps<"envelopeOrder"> {
  /** The person's groups, for their titles. */
  chats: EnvelopeSendView["chats"];
}

/** The envelopes of several groups can be claimed: their one passphrase, and how far each of them is. */
export function LiveEnvelopes({ view, send, chats }: LiveEnvelopesProps) {
  const { t } = useTranslation();
  const { envelopes, passphrase, isOver } = view;
  const isForMembers = envelopes[0]?.claimRule === "members";
  const end = isOver ? findLiveEnd(envelopes) : null;
  return (
    <LiveStage
      picture={
        <div className={styles.fan} aria-hidden="true">
          {envelopes.slice(0, MOST_IN_FAN).map(({ envelopeId, coverId }) => (
            <span key={envelopeId}>
              <Envelope size="small" state="sealed" coverId={coverId} />
            </span>
          ))}
        </div>
      }
      title={end === null ? t("envelope:multi.live", { count: envelopes.length }) : t(end.titleKey)}
      note={t(end?.noteKey ?? (isForMembers ? "envelope:multi.liveMembers" : "envelope:multi.livePosted"))}
      passphrase={passphrase}
      passphraseKey="envelope:multi.passphrase"
      envelopeId={null}
    >
      <ul className={styles.groups}>
        {envelopes.map((envelope) => (
          <LiveGroup
            key={envelope.envelopeId}
            envelope={envelope}
            title={chats.find(({ chatId }) => chatId === envelope.chatId)?.title ?? null}
          />
        ))}
      </ul>
      {!isOver && (
        <div className={styles.another}>
          <ActionButton actions={view.actions} type="ui.another" send={send} variant="plain" />
        </div>
      )}
    </LiveStage>
  );
}
