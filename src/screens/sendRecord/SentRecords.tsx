import { useTranslation } from "react-i18next";

import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Prices } from "#src/components/amount/Prices.tsx";
import { ListBody } from "#src/components/shell/ListBody.tsx";
import { sentRecords } from "#src/adapters/actors/records.ts";
import { isSendingOpen } from "#src/hooks/isSendingOpen.ts";
import { useKeptList } from "#src/hooks/useKeptList.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import { formatClock } from "#src/format/formatTime.ts";
import { NothingFound } from "./NothingFound.tsx";
import { toListParams, type RecordFilter } from "./recordFilter.ts";
import { RecordDays } from "./RecordDays.tsx";
import { RecordsEnd } from "./RecordsEnd.tsx";
import { RecordsSkeleton } from "./RecordsSkeleton.tsx";
import styles from "./SentRecords.module.css";
import { SentRow } from "./SentRow.tsx";

/** The user's envelopes with their progress. */
export function SentRecords({ filter }: { filter: RecordFilter }) {
  const { t, i18n } = useTranslation();
  const params = toListParams(filter);
  const list = useKeptList(sentRecords, params);
  const { items = [], total = 0 } = list?.view ?? {};
  return (
    <ListBody
      list={list}
      empty={Object.keys(params).length === 0 ? <NothingSent /> : <NothingFound />}
      skeleton={<RecordsSkeleton label={t("app:loading")} />}
      end={<RecordsEnd shown={items.length} total={total} />}
    >
      <p className={styles.count}>{t("envelope:record.total", { count: total })}</p>
      <Prices coinTypes={items.map(({ coinType }) => coinType)}>
        <RecordDays items={items} readTime={(envelope) => envelope.createdAt}>
          {(envelope) => (
            <SentRow
              key={envelope.envelopeId}
              envelope={envelope}
              time={formatClock(envelope.createdAt, i18n.language)}
            />
          )}
        </RecordDays>
      </Prices>
    </ListBody>
  );
}

function NothingSent() {
  const { t } = useTranslation();
  const canSend = isSendingOpen(useSystemInfo().view.value);
  return (
    <div data-none>
      <Empty
        title={t("envelope:record.noneSent")}
        action={canSend ? <ButtonLink to="/sendPacket">{t("envelope:record.sendFirst")}</ButtonLink> : undefined}
      />
    </div>
  );
}
