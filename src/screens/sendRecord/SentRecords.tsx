import { useTranslation } from "react-i18next";

import { Amount } from "#src/components/Amount.tsx";
import { Badge } from "#src/components/Badge.tsx";
import { ButtonLink } from "#src/components/ButtonLink.tsx";
import { Cell } from "#src/components/Cell.tsx";
import { Empty } from "#src/components/Empty.tsx";
import { EnvelopeBadge } from "#src/components/EnvelopeBadge.tsx";
import { formatTime } from "#src/components/formatTime.ts";
import { ListBody } from "#src/components/ListBody.tsx";
import { Section } from "#src/components/Section.tsx";
import { sentRecords } from "#src/flows/lists.ts";
import { useList } from "#src/hooks/useList.ts";

/** The user's envelopes with their progress. */
export function SentRecords() {
  const { t, i18n } = useTranslation();
  const list = useList(sentRecords);
  const empty = (
    <Empty
      title={t("envelope:record.noneSent")}
      action={<ButtonLink to="/sendPacket">{t("envelope:record.sendFirst")}</ButtonLink>}
    />
  );
  return (
    <ListBody list={list} empty={empty}>
      <Section title={t("envelope:record.total", { count: list?.view.total ?? 0 })}>
        {list?.view.items.map((envelope) => (
          <Cell
            key={envelope.envelopeId}
            to={`/sendRecordDetails?envelopeId=${envelope.envelopeId}`}
            title={<Amount amount={envelope.totalAmount} coinType={envelope.coinType} />}
            subtitle={
              <>
                {t(`envelope:type.${envelope.type}`)} · {formatTime(envelope.createdAt, i18n.language)}
              </>
            }
            after={
              <>
                <EnvelopeBadge envelope={envelope} />{" "}
                <Badge>{`${envelope.receivedQuantity ?? 0}/${envelope.count ?? 0}`}</Badge>
              </>
            }
          />
        ))}
      </Section>
    </ListBody>
  );
}
