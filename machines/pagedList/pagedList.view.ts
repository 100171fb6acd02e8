import type { SnapshotFrom } from "xstate";
import { getFailureKey } from "../failureKey.ts";
import type { ViewAction } from "../viewAction.ts";
import type { Json } from "./json.ts";
import type { pagedListMachine, PagedListEvent } from "./pagedList.machine.ts";

export interface PagedListView {
  status: "loading" | "page" | "empty" | "failed";
  items: readonly Json[];
  total: number;
  extra: Readonly<Record<string, Json>>;
  isLoadingMore: boolean;
  isRefreshing: boolean;
  failureKey: string | null;
  actions: readonly ViewAction<PagedListEvent>[];
}

type Snapshot = SnapshotFrom<typeof pagedListMachine>;

export function viewPagedList(snapshot: Snapshot): PagedListView {
  const { context, value } = snapshot;
  return {
    status: getStatus(snapshot),
    items: context.items,
    total: context.total,
    extra: context.extra,
    isLoadingMore: value === "loadingMore",
    isRefreshing: value === "refreshing",
    failureKey: context.failure === null ? null : getFailureKey(context.failure),
    actions: listActions(snapshot),
  };
}

function getStatus({ value, context }: Snapshot): PagedListView["status"] {
  switch (value) {
    case "idle":
    case "loading":
      return "loading";
    case "page":
    case "loadingMore":
      return "page";
    case "refreshing":
      return context.items.length > 0 ? "page" : "empty";
    case "empty":
    case "failed":
      return value;
  }
}

function listActions({ value, context }: Snapshot): ViewAction<PagedListEvent>[] {
  const refresh = (enabled: boolean): ViewAction<PagedListEvent> => ({ event: { type: "ui.refresh" }, labelKey: "app:list.refresh", enabled });
  const loadMore = (enabled: boolean): ViewAction<PagedListEvent>[] => (context.nextCursor === null ? [] : [{ event: { type: "ui.loadMore" }, labelKey: "app:list.loadMore", enabled }]);
  switch (value) {
    case "idle":
    case "loading":
      return [];
    case "page":
      return [refresh(true), ...loadMore(true)];
    case "loadingMore":
    case "refreshing":
      return [refresh(false), ...loadMore(false)];
    case "empty":
      return [refresh(true)];
    case "failed":
      return [{ event: { type: "ui.retry" }, labelKey: "app:list.retry", enabled: true }];
  }
}
