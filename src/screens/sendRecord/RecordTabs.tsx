import { Fragment } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { movements } from "#src/adapters/actors/movements.ts";
import { receivedRecords, sentRecords } from "#src/adapters/actors/records.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Fiat } from "#src/components/amount/Fiat.tsx";
import { MovementRow } from "#src/components/amount/MovementRow.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { isSendingOpen } from "#src/hooks/isSendingOpen.ts";
import { useSystemFact } from "#src/hooks/useSystemFact.ts";

import { ReceivedRow, SentRow } from "./RecordRows.tsx";
import { RecordList } from "./RecordList.tsx";
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
      head={({ total }) => <p className={styles.count}>{t("envelope:record.total", { count: total })}</p>}
      readTime={({ createdAt }) => createdAt}
      row={(envelope, time) => <SentRow key={envelope.envelopeId} envelope={envelope} time={time} />}
    />
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
      head={({ extra, total }) => <ReceivedTotal sums={extra.receivedByCoin ?? []} count={total} />}
      readTime={({ claimedAt }) => claimedAt}
      row={(claim, time) => <ReceivedRow key={claim.claimId} claim={claim} time={time} />}
    />
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
      row={(movement, time) => <MovementRow key={movement.movementId} movement={movement} time={time} />}
    />
  );
}

interface ReceivedTotalProps {
  sums: readonly components["schemas"]["ReceivedSum"][];
  /** How many claims there are in all. */
  count: number;
}

/** Everything that was received, coin by coin. */
function ReceivedTotal({ sums, count }: ReceivedTotalProps) {
  const { t } = useTranslation();
  return (
    <Paper isScalloped>
      <div className={styles.received}>
        <h2 className={styles.caption}>{t("envelope:record.totalReceived")}</h2>
        {sums.map(({ coinType, amount }, index) => (
          <Fragment key={coinType}>
            <Amount amount={amount} coinType={coinType} size={index === 0 ? "hero" : "large"} />
            <p className={styles.worth}>
              <Fiat amount={amount} coinType={coinType} />
            </p>
          </Fragment>
        ))}
        <p className={styles.caption}>{t("envelope:record.total", { count })}</p>
      </div>
    </Paper>
  );
}
