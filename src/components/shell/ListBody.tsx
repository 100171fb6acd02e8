import type { ReactNode } from "react";

import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { PagedListView } from "#machines/kit/pagedList/pagedList.view.ts";
import type { ViewAction } from "#machines/kit/viewAction.ts";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import { ActionButton } from "./ActionButton.tsx";
import { LoadFailure } from "./LoadFailure.tsx";

interface ListBodyProps {
  /** Null while the list is being started. */
  list: { view: Omit<PagedListView, "items" | "extra">; send: (event: PagedListEvent) => void } | null;
  /** What stands where there is nothing. */
  empty: ReactNode;
  /** Stands until the first rows come; plain cells when absent. */
  skeleton?: ReactNode;
  /** Stands under everything. */
  end?: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/** A list in each of its states: loading, empty, failed, rows with more to come. */
export function ListBody({ list, empty, skeleton, end, children }: ListBodyProps) {
  const getFailureText = useFailureText();
  if (list === null || list.view.status === "loading") {
    return skeleton ?? <Skeleton rows={4} />;
  }
  const { view, send } = list;
  const failure = view.failureKey !== null && <p role="alert">{getFailureText(view)}</p>;
  if (view.status === "empty") {
    return (
      <>
        {empty}
        {failure}
      </>
    );
  }
  if (view.status === "failed") {
    return <LoadFailure failure={view} send={send} />;
  }
  return (
    <>
      {children}
      {failure}
      <ListFooter view={view} send={send} />
      {end}
    </>
  );
}

interface ListFooterProps {
  view: { actions: readonly ViewAction<PagedListEvent>[]; isLoadingMore: boolean };
  send: (event: PagedListEvent) => void;
}

/** "Show more" under a list that goes on. */
export function ListFooter({ view, send }: ListFooterProps) {
  return (
    <ActionButton
      actions={view.actions}
      type="ui.loadMore"
      send={send}
      variant="secondary"
      isBusy={view.isLoadingMore}
    />
  );
}
