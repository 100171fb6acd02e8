import { useTranslation } from "react-i18next";

import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Prices } from "#src/components/amount/Prices.tsx";
import { ListBody } from "#src/components/shell/ListBody.tsx";
import { receivedRecords } from "#src/adapters/actors/records.ts";
import { useKeptList } from "#src/hooks/useKeptList.ts";

import { formatClock } from "#src/format/formatTime.ts";
import { NothingFound } from "./NothingFound.tsx";
import { ReceivedRow } from "./ReceivedRow.tsx";
import { ReceivedTotal } from "./ReceivedTotal.tsx";
import { toListParams, type RecordFilter } from "./recordFilter.ts";
import { RecordDays } from "./RecordDays.tsx";
import { RecordsEnd } from "./RecordsEnd.tsx";
import { RecordsSkeleton } from "./RecordsSkeleton.tsx";

/** What the user received from envelopes. */
export function ReceivedRecords({ coinType }: Pick<RecordFilter, "coinType">) {
  const { t, i18n } = useTranslation();
  const list = useKeptList(receivedRecords, toListParams({ coinType }));
  const { items = [], total = 0, extra } = list?.view ?? {};
  const empty =
    coinType === null ? (
      <div data-none>
        <Empty
          title={t("envelope:record.noneReceived")}
          action={<ButtonLink to="/getPacket">{t("envelope:record.claimFirst")}</ButtonLink>}
        />
      </div>
    ) : (
      <NothingFound />
    );
  return (
    <ListBody
      list={list}
      empty={empty}
      skeleton={<RecordsSkeleton label={t("app:loading")} hasTotal />}
      end={<RecordsEnd shown={items.length} total={total} />}
    >
      <ReceivedTotal sums={extra?.receivedByCoin ?? []} count={total} />
      <Prices coinTypes={items.map((claim) => claim.coinType)}>
        <RecordDays items={items} readTime={(claim) => claim.claimedAt}>
          {(claim) => (
            <ReceivedRow key={claim.claimId} claim={claim} time={formatClock(claim.claimedAt, i18n.language)} />
          )}
        </RecordDays>
      </Prices>
    </ListBody>
  );
}
