import { useState } from "react";
import { useTranslation } from "react-i18next";

import { sentRecords } from "#src/adapters/actors/records.ts";
import { isSendingOpen } from "#src/hooks/isSendingOpen.ts";
import { useKeptList } from "#src/hooks/useKeptList.ts";
import { useSystemFact } from "#src/hooks/useSystemFact.ts";
import { Chats } from "#src/screens/homePage/Chats.tsx";
import { SentRow } from "#src/screens/sendRecord/RecordRows.tsx";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";

import { formatRecent } from "./formatRecent.ts";
import { RecentRecords } from "./RecentRecords.tsx";
import { StartCard } from "./StartCard.tsx";

/** A new envelope, the groups it may go to, and what was sent lately. */
export function SendTab() {
  const { t, i18n } = useTranslation();
  const [now] = useState(() => new Date(readServerTimeMs()));
  const canSend = useSystemFact(isSendingOpen);
  const sent = useKeptList(sentRecords);
  return (
    <>
      <StartCard
        icon="send"
        title={t("home:send.start")}
        text={t(canSend ? "home:send.text" : "app:home.closed")}
        action={canSend ? { to: "/sendPacket", label: t("home:send.button") } : null}
      />
      <Chats canSend={canSend} />
      <RecentRecords
        list={sent}
        title={t("home:send.recent")}
        emptyText={t("home:send.none")}
        all={{ to: "/sendRecord?tab=sent", label: t("home:send.all") }}
      >
        {(envelope) => (
          <SentRow
            key={envelope.envelopeId}
            envelope={envelope}
            time={formatRecent(envelope.createdAt, now, i18n.language)}
          />
        )}
      </RecentRecords>
    </>
  );
}
