import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Section } from "#src/components/ui/Section.tsx";
import { formatDay } from "#src/format/formatDay.ts";

import { countDaysAgo } from "#src/format/countDaysAgo.ts";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";
import { groupByDay } from "./groupByDay.ts";

interface RecordDaysProps<Item> {
  /** Newest first. */
  items: readonly Item[];
  readTime: (item: Item) => string;
  /** The row of an item: a MoneyRow with its key. */
  children: (item: Item) => ReactNode;
}

/** Records grouped by day; "today" is decided when the list opens. */
export function RecordDays<Item>({ items, readTime, children }: RecordDaysProps<Item>) {
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
