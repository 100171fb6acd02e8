import type { ReactNode } from "react";

import type { CoinType } from "#domain/coins.ts";
import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { PagedListView } from "#machines/kit/pagedList/pagedList.view.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";

import styles from "./RecentRecords.module.css";

const MOST_SHOWN = 3;
/** A row with its progress. */
const ROW_HEIGHT_PX = 76;

interface RecentRecordsProps<Item extends { coinType: CoinType }> {
  /** Null while the list is being started. */
  list: {
    view: Omit<PagedListView, "items" | "extra"> & { items: readonly Item[] };
    send: (event: PagedListEvent) => void;
  } | null;
  title: ReactNode;
  emptyText: ReactNode;
  /** Where all of them are. */
  all: { to: string; label: ReactNode };
  children: (item: Item) => ReactNode;
}

/** The newest few of a list, and the way to all of them. */
export function RecentRecords<Item extends { coinType: CoinType }>({
  list,
  title,
  emptyText,
  all,
  children,
}: RecentRecordsProps<Item>) {
  if (list === null || list.view.status === "loading") {
    return (
      <Section title={title}>
        <Skeleton rows={MOST_SHOWN} rowHeightPx={ROW_HEIGHT_PX} isInCard />
      </Section>
    );
  }
  const { view, send } = list;
  if (view.status === "failed") {
    return (
      <Section title={title}>
        <LoadFailure failure={view} send={send} />
      </Section>
    );
  }
  if (view.status === "empty") {
    return (
      <Section title={title} isPadded>
        <p className={styles.empty}>{emptyText}</p>
      </Section>
    );
  }
  const shown = view.items.slice(0, MOST_SHOWN);
  return (
    <Section title={title}>
      <ul>{shown.map((item) => children(item))}</ul>
      <Cell to={all.to} title={all.label} />
    </Section>
  );
}
