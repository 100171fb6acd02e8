import { useState } from "react";
import { useTranslation } from "react-i18next";

import { receivedRecords } from "#src/adapters/actors/records.ts";
import { useKeptList } from "#src/hooks/useKeptList.ts";
import { ReceivedRow } from "#src/screens/sendRecord/RecordRows.tsx";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";

import { ClaimFigures } from "./ClaimFigures.tsx";
import { formatRecent } from "./formatRecent.ts";
import { RecentRecords } from "./RecentRecords.tsx";
import { StartCard } from "./StartCard.tsx";

/** The way in by a passphrase, what came of luck so far, and what was received lately. */
export function ReceiveTab() {
  const { t, i18n } = useTranslation();
  const [now] = useState(() => new Date(readServerTimeMs()));
  const received = useKeptList(receivedRecords);
  return (
    <>
      <StartCard
        icon="key"
        title={t("home:receive.start")}
        text={t("home:receive.text")}
        action={{ to: "/getPacket", label: t("home:receive.button") }}
      />
      <ClaimFigures />
      <RecentRecords
        list={received}
        title={t("home:receive.recent")}
        emptyText={t("home:receive.none")}
        all={{ to: "/sendRecord?tab=received", label: t("home:receive.all") }}
      >
        {(claim) => (
          <ReceivedRow key={claim.claimId} claim={claim} time={formatRecent(claim.claimedAt, now, i18n.language)} />
        )}
      </RecentRecords>
    </>
  );
}
