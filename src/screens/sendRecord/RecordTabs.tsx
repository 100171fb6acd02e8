import { useTranslation } from "react-i18next";

import type { ListView } from "#src/adapters/actors/pagedList.ts";
import { movements, receivedRecords, sentRecords } from "#src/adapters/actors/records.ts";
import { HeroAmount } from "#src/components/amount/HeroAmount.tsx";
import { MovementRow } from "#src/components/amount/MovementRow.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { isSendingOpen, useSystemFact } from "#src/hooks/useSystemFact.ts";

import { RecordList } from "./RecordList.tsx";
import { ReceivedRow, SentRow } from "./RecordRows.tsx";
import styles from "./RecordTabs.module.css";
import type { RecordFilter } from "./records.ts";

interface RecordTabProps {
  filter: RecordFilter;
}

/** The user's envelopes with their progress. */
export function SentRecords({ filter }: RecordTabProps) {
  const { t } = useTranslation();
  const canSend = useSystemFact(isSendingOpen);
  return (
    <RecordList
      source={sentRecords}
      filter={filter}
      none={{
        title: t("envelope:record.noneSent"),
        action: canSend ? <ButtonLink to="/sendPacket">{t("envelope:record.sendFirst")}</ButtonLink> : undefined,
      }}
      Head={SentCount}
      readTime={({ createdAt }) => createdAt}
    >
      {(envelope, time) => <SentRow key={envelope.envelopeId} envelope={envelope} time={time} />}
    </RecordList>
  );
}

/** What the user received from envelopes. */
export function ReceivedRecords({ filter: { coinType } }: RecordTabProps) {
  const { t } = useTranslation();
  return (
    <RecordList
      source={receivedRecords}
      filter={{ coinType }}
      none={{
        title: t("envelope:record.noneReceived"),
        action: <ButtonLink to="/getPacket">{t("envelope:record.claimFirst")}</ButtonLink>,
      }}
      hasTotal
      Head={ReceivedTotal}
      readTime={({ claimedAt }) => claimedAt}
    >
      {(claim, time) => <ReceivedRow key={claim.claimId} claim={claim} time={time} />}
    </RecordList>
  );
}

/** What the user's balances gained and lost. */
export function BalanceRecords({ filter: { coinType } }: RecordTabProps) {
  const { t } = useTranslation();
  return (
    <RecordList
      source={movements}
      filter={{ coinType }}
      none={{
        title: t("envelope:record.noneMoved"),
        action: <ButtonLink to="/getPacket">{t("envelope:record.claimFirst")}</ButtonLink>,
      }}
      readTime={({ at }) => at}
    >
      {(movement, time) => <MovementRow key={movement.movementId} movement={movement} time={time} />}
    </RecordList>
  );
}

function SentCount({ view: { total } }: { view: ListView<"allSendRecords"> }) {
  const { t } = useTranslation();
  return <p className={styles.count}>{t("envelope:record.total", { count: total })}</p>;
}

/** Everything that was received, coin by coin. */
function ReceivedTotal({ view: { extra, total } }: { view: ListView<"history"> }) {
  const { t } = useTranslation();
  return (
    <Paper isScalloped>
      <div className={styles.received}>
        <h2 className={styles.caption}>{t("envelope:record.totalReceived")}</h2>
        {extra.receivedByCoin?.map(({ coinType, amount }, index) => (
          <HeroAmount key={coinType} amount={amount} coinType={coinType} size={index === 0 ? "hero" : "large"} />
        ))}
        <p className={styles.caption}>{t("envelope:record.total", { count: total })}</p>
      </div>
    </Paper>
  );
}
