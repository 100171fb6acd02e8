import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { COINS, type CoinType } from "#domain/coins.ts";
import { Select } from "#src/components/ui/Select.tsx";

import { readRecordFilter, RECORD_STATUSES, writeRecordFilter, type RecordFilter } from "./recordFilter.ts";
import styles from "./RecordFilters.module.css";
import { useOfferedCoins } from "./useOfferedCoins.ts";

/** An option of a native picker is one line of text. */
function nameCoin(coinType: CoinType): string {
  const { label, ticker } = COINS[coinType];
  return ticker === label ? label : `${label} (${ticker})`;
}

interface RecordFiltersProps {
  /** Envelopes that were sent are told apart by how far they are claimed. */
  hasStatus: boolean;
}

/** Which records are shown. The choice stands in the address, so that going back and reloading keep it. */
export function RecordFilters({ hasStatus }: RecordFiltersProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const { coinType, recordStatus } = readRecordFilter(search);
  const coins = useOfferedCoins();
  const choose = (filter: Partial<RecordFilter>) => {
    setSearch(writeRecordFilter(search, filter), { replace: true });
  };
  // With one coin there is nothing to choose, but a choice in the address can be taken away.
  const isCoinOffered = coins.length > 1 || coinType !== null;
  if (!hasStatus && !isCoinOffered) return null;
  return (
    <div className={styles.filters}>
      {hasStatus && (
        <Select
          label={t("envelope:record.filter.status")}
          value={recordStatus ?? "all"}
          options={[
            { value: "all", label: t("envelope:record.filter.allStatuses") },
            ...RECORD_STATUSES.map((value) => ({ value, label: t(`envelope:recordStatus.${value}`) })),
          ]}
          isMarked={recordStatus !== null}
          onChange={(value) => {
            choose({ recordStatus: value === "all" ? null : value });
          }}
        />
      )}
      {isCoinOffered && (
        <Select
          label={t("envelope:send.coin")}
          value={coinType ?? "all"}
          options={[
            { value: "all", label: t("envelope:record.filter.allCoins") },
            ...[...new Set(coinType === null ? coins : [...coins, coinType])].map((value) => ({
              value,
              label: nameCoin(value),
            })),
          ]}
          isMarked={coinType !== null}
          onChange={(value) => {
            choose({ coinType: value === "all" ? null : value });
          }}
        />
      )}
    </div>
  );
}
