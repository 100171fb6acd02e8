import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { MainBar } from "#src/components/shell/MainBar.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Tabs } from "#src/components/ui/Tabs.tsx";

import { BalanceRecords } from "./BalanceRecords.tsx";
import { ReceivedRecords } from "./ReceivedRecords.tsx";
import { readRecordFilter } from "./recordFilter.ts";
import { RecordFilters } from "./RecordFilters.tsx";
import styles from "./SendRecord.module.css";
import { SentRecords } from "./SentRecords.tsx";

const TABS = ["sent", "received", "balance"] as const;

/** `/sendRecord?tab=sent|received|balance&coinType=&recordStatus=`: what the user sent and received, and what moved the balance, newest first. */
export function SendRecord() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((known) => known === search.get("tab")) ?? "sent";
  const filter = readRecordFilter(search);
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
          <div className={styles.filters}>
            <RecordFilters hasStatus={tab === "sent"} />
          </div>
          {tab === "sent" && <SentRecords key={`${filter.coinType} ${filter.recordStatus}`} filter={filter} />}
          {tab === "received" && <ReceivedRecords key={filter.coinType} coinType={filter.coinType} />}
          {tab === "balance" && <BalanceRecords key={filter.coinType} coinType={filter.coinType} />}
        </div>
      </Tabs>
    </Screen>
  );
}
