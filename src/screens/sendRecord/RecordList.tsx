import { useState, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import type { CoinType } from "#domain/coins.ts";
import type { ListFlow, ListFlowName, ListName, ListView } from "#src/adapters/actors/pagedList.ts";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";
import { ListBody } from "#src/components/shell/ListBody.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { countDaysAgo, formatDay } from "#src/format/formatDay.ts";
import { formatClock } from "#src/format/formatTime.ts";
import { useKeptList } from "#src/hooks/useKeptList.ts";

import { groupByDay, toListParams, writeRecordFilter, type RecordFilter } from "./records.ts";
import styles from "./RecordList.module.css";

type RecordOf<List extends ListName> = ListView<List>["items"][number] & { coinType: CoinType };

interface RecordListProps<Name extends ListFlowName, List extends ListName> {
  source: ListFlow<Name, List>;
  filter: Partial<RecordFilter>;
  /** Who has no records at all. */
  none: { title: string; action: ReactNode };
  readTime: (record: RecordOf<List>) => string;
  /** The row of a record: a MoneyRow with its key. */
  children: (record: RecordOf<List>, time: string) => ReactNode;
  /** What stands over the rows. */
  Head?: ComponentType<{ view: ListView<List> }>;
  /** The head is a total on paper. */
  hasTotal?: boolean;
}

/** Records of one kind, day by day, in each state of their list. */
export function RecordList<Name extends ListFlowName, List extends ListName>(props: RecordListProps<Name, List>) {
  const { source, filter, none, readTime, children, Head, hasTotal = false } = props;
  const { i18n } = useTranslation();
  const params = toListParams(filter);
  const list = useKeptList(source, params);
  const items = (list?.view.items ?? []) as readonly RecordOf<List>[];
  return (
    <ListBody
      list={list}
      empty={
        Object.keys(params).length === 0 ? (
          <div data-none>
            <Empty {...none} />
          </div>
        ) : (
          <NothingFound />
        )
      }
      skeleton={<RecordsSkeleton hasTotal={hasTotal} />}
      end={<RecordsEnd shown={items.length} total={list?.view.total ?? 0} />}
    >
      {list !== null && Head !== undefined && <Head view={list.view} />}
      <RecordDays items={items} readTime={readTime}>
        {(record) => children(record, formatClock(readTime(record), i18n.language))}
      </RecordDays>
    </ListBody>
  );
}

/** No record is like the chosen ones: the way back to all of them. */
function NothingFound() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  return (
    <Empty
      title={t("envelope:record.filter.none")}
      action={
        <Button
          variant="secondary"
          onClick={() =>
            setSearch(writeRecordFilter(search, { coinType: null, recordStatus: null }), { replace: true })
          }
        >
          {t("envelope:record.filter.clear")}
        </Button>
      }
    />
  );
}

/** Records before they are known, in the measures of what comes. */
function RecordsSkeleton({ hasTotal }: { hasTotal: boolean }) {
  return (
    <>
      <span className={hasTotal ? styles.total : styles.count} aria-hidden="true" />
      <div className={styles.day}>
        <Skeleton rows={hasTotal ? 5 : 4} rowHeightPx={hasTotal ? 68 : 104} />
      </div>
    </>
  );
}

/** The end of a list that fits the window is obvious. */
const LONG_LIST = 8;

/** Says that a long list has nothing more. */
function RecordsEnd({ shown, total }: { shown: number; total: number }) {
  const { t } = useTranslation();
  if (shown < total || shown < LONG_LIST) return null;
  return <p className={styles.end}>{t("envelope:record.end")}</p>;
}

interface RecordDaysProps<Item> {
  /** Newest first. */
  items: readonly Item[];
  readTime: (item: Item) => string;
  children: (item: Item) => ReactNode;
}

/** Records grouped by day; "today" is decided when the list opens. */
function RecordDays<Item>({ items, readTime, children }: RecordDaysProps<Item>) {
  const { t, i18n } = useTranslation();
  const [now] = useState(() => new Date(readServerTimeMs()));
  const nameDay = (date: Date) => {
    const daysAgo = countDaysAgo(date, now);
    if (daysAgo === 0) return t("envelope:record.today");
    return daysAgo === 1 ? t("envelope:record.yesterday") : formatDay(date, now, i18n.language);
  };
  return groupByDay(items, { readTime, nameDay }).map(({ name, items: rows }) => (
    <Section key={name} title={name}>
      <ul>{rows.map((item) => children(item))}</ul>
    </Section>
  ));
}
