import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { COINS, type CoinType } from "#domain/coins.ts";
import { listOpenAndOwn } from "#domain/money/holdings.ts";
import { holdingsFlow } from "#src/adapters/actors/resources.ts";
import { MainBar } from "#src/components/shell/MainBar.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Select } from "#src/components/ui/Select.tsx";
import { Tabs } from "#src/components/ui/Tabs.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import { readRecordFilter, RECORD_STATUSES, writeRecordFilter, type RecordFilter } from "./records.ts";
import { BalanceRecords, ReceivedRecords, SentRecords } from "./RecordTabs.tsx";
import styles from "./SendRecord.module.css";

const SHOWN = { sent: SentRecords, received: ReceivedRecords, balance: BalanceRecords };

const TABS = ["sent", "received", "balance"] as const;

/** `/sendRecord?tab=sent|received|balance&coinType=&recordStatus=`: what the user sent and received, and what moved the balance, newest first. */
export function SendRecord() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((known) => known === search.get("tab")) ?? "sent";
  const filter = readRecordFilter(search);
  const Records = SHOWN[tab];
  return (
    <Screen title={t("envelope:record.title")} footer={<MainBar />} isFooterBare>
      <Tabs
        label={t("envelope:record.title")}
        value={tab}
        tabs={TABS.map((value) => ({ value, label: t(`envelope:record.${value}`) }))}
        onChange={(value) => {
          const other = new URLSearchParams(search);
          other.set("tab", value);
          setSearch(other, { replace: true });
        }}
      >
        <div className={styles.records}>
          <div className={styles.filtersFrame}>
            <RecordFilters hasStatus={tab === "sent"} />
          </div>
          <Records
            key={tab === "sent" ? `${filter.coinType} ${filter.recordStatus}` : filter.coinType}
            filter={filter}
          />
        </div>
      </Tabs>
    </Screen>
  );
}

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
function RecordFilters({ hasStatus }: RecordFiltersProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const { coinType, recordStatus } = readRecordFilter(search);
  const coins = useOfferedCoins();
  const choose = (filter: Partial<RecordFilter>) => setSearch(writeRecordFilter(search, filter), { replace: true });
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
          onChange={(value) => choose({ recordStatus: value === "all" ? null : value })}
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
          onChange={(value) => choose({ coinType: value === "all" ? null : value })}
        />
      )}
    </div>
  );
}

/** The coins that are open, and those that the person has or had something of: what they have first. */
function useOfferedCoins(): readonly CoinType[] {
  const open = useSystemInfo().view.value?.coins ?? [];
  const flow = useFlow(holdingsFlow, {
    isExtra: true,
    input: { params: null },
    isDeferred: true,
    open: { type: "resource.load" },
  });
  return listOpenAndOwn(
    open.map(({ coinType }) => coinType),
    flow?.view.value?.accounts ?? [],
  );
}
