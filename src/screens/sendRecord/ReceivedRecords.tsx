import { useTranslation } from "react-i18next";

import { Amount } from "#src/components/Amount.tsx";
import { Badge } from "#src/components/Badge.tsx";
import { ButtonLink } from "#src/components/ButtonLink.tsx";
import { Cell } from "#src/components/Cell.tsx";
import { Empty } from "#src/components/Empty.tsx";
import { formatTime } from "#src/components/formatTime.ts";
import { ListBody } from "#src/components/ListBody.tsx";
import { Section } from "#src/components/Section.tsx";
import { receivedRecords } from "#src/flows/lists.ts";
import { useList } from "#src/hooks/useList.ts";

/** What the user got out of envelopes. */
export function ReceivedRecords() {
  const { t, i18n } = useTranslation();
  const list = useList(receivedRecords);
  const total = list?.view.extra["totalReceivedAmount"];
  const [first] = list?.view.items ?? [];
  const empty = (
    <Empty
      title={t("envelope:record.noneReceived")}
      action={<ButtonLink to="/getPacket">{t("envelope:record.claimFirst")}</ButtonLink>}
    />
  );
  return (
    <ListBody list={list} empty={empty}>
      {typeof total === "string" && first !== undefined && (
        <Section isPadded title={t("envelope:record.totalReceived")}>
          <Amount amount={total} coinType={first.coinType} size="large" />
        </Section>
      )}
      <Section title={t("envelope:record.total", { count: list?.view.total ?? 0 })}>
        {list?.view.items.map((claim) => (
          <Cell
            key={claim.claimId}
            to={`/sendRecordDetails?envelopeId=${claim.envelopeId}`}
            title={<Amount amount={claim.amount} coinType={claim.coinType} isSigned />}
            subtitle={formatTime(claim.claimedAt, i18n.language)}
            after={claim.bestLuck ? <Badge tone="gold">{t("envelope:claims.bestLuck")}</Badge> : undefined}
          />
        ))}
      </Section>
    </ListBody>
  );
}
