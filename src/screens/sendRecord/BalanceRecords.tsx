import { useTranslation } from "react-i18next";

import { movements } from "#src/adapters/actors/movements.ts";
import { Prices } from "#src/components/amount/Prices.tsx";
import { ListBody } from "#src/components/shell/ListBody.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { formatClock } from "#src/format/formatTime.ts";
import { useKeptList } from "#src/hooks/useKeptList.ts";

import { MovementRow } from "#src/components/amount/MovementRow.tsx";
import { NothingFound } from "./NothingFound.tsx";
import { RecordDays } from "./RecordDays.tsx";
import { toListParams, type RecordFilter } from "./recordFilter.ts";
import { RecordsEnd } from "./RecordsEnd.tsx";
import { RecordsSkeleton } from "./RecordsSkeleton.tsx";

/** What the user's balances gained and lost. */
export function BalanceRecords({ coinType }: Pick<RecordFilter, "coinType">) {
  const { t, i18n } = useTranslation();
  const list = useKeptList(movements, toListParams({ coinType }));
  const { items = [], total = 0 } = list?.view ?? {};
  const empty =
    coinType === null ? (
      <div data-none>
        <Empty
          title={t("envelope:record.noneMoved")}
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
      skeleton={<RecordsSkeleton label={t("app:loading")} />}
      end={<RecordsEnd shown={items.length} total={total} />}
    >
      <Prices coinTypes={items.map((movement) => movement.coinType)}>
        <RecordDays items={items} readTime={({ at }) => at}>
          {(movement) => (
            <MovementRow key={movement.movementId} movement={movement} time={formatClock(movement.at, i18n.language)} />
          )}
        </RecordDays>
      </Prices>
    </ListBody>
  );
}
