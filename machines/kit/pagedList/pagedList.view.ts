import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../failureText.ts";
import { listActions, type ViewAction } from "../viewAction.ts";
import type { Json } from "./json.ts";
import type { pagedListMachine, PagedListEvent } from "./pagedList.machine.ts";

export interface PagedListView extends FailureText {
  status: "loading" | "page" | "empty" | "failed";
  items: readonly Json[];
  total: number;
  extra: Readonly<Record<string, Json>>;
  isLoadingMore: boolean;
  isRefreshing: boolean;
  actions: readonly ViewAction<PagedListEvent>[];
}

type Snapshot = SnapshotFrom<typeof pagedListMachine>;

type State = Snapshot["value"];

const STATUS: Readonly<Record<State, PagedListView["status"]>> = {
  idle: "loading",
  loading: "loading",
  page: "page",
  loadingMore: "page",
  refreshing: "page",
  following: "page",
  empty: "empty",
  failed: "failed",
};

export function viewPagedList(snapshot: Snapshot): PagedListView {
  const { context, value } = snapshot;
  const isWaiting = value === "loadingMore" || value === "refreshing";
  return {
    status: STATUS[value] === "page" && context.items.length === 0 ? "empty" : STATUS[value],
    items: context.items,
    total: context.total,
    extra: context.extra,
    isLoadingMore: value === "loadingMore",
    isRefreshing: value === "refreshing",
    ...toFailureText(context.failure),
    actions: listActions(snapshot, [
      { event: { type: "ui.retry" }, labelKey: "app:list.retry" },
      { event: { type: "ui.refresh" }, labelKey: "app:list.refresh", isWaiting },
      {
        event: { type: "ui.loadMore" },
        labelKey: "app:list.loadMore",
        isWaiting: isWaiting && context.nextCursor !== null,
      },
    ]),
  };
}
