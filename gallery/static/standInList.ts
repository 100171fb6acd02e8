import type { SnapshotFrom } from "xstate";

import type { ErrorKey } from "#contract/errors.ts";
import type { Json } from "#machines/kit/pagedList/json.ts";
import { pagedListMachine } from "#machines/kit/pagedList/pagedList.machine.ts";
import { viewPagedList } from "#machines/kit/pagedList/pagedList.view.ts";

import { listReached } from "../listReached.ts";

type ListSnapshot = SnapshotFrom<typeof pagedListMachine>;
type Extra = Readonly<Record<string, object | string>>;

/** A list that is read to its end. */
export function standInList(items: readonly object[], extra: Extra = {}): ListSnapshot {
  return pagedListMachine.resolveState({
    value: items.length === 0 ? "empty" : "page",
    context: {
      list: "",
      params: {},
      items: items as readonly Json[],
      total: items.length,
      nextCursor: null,
      isLive: false,
      extra: extra as Readonly<Record<string, Json>>,
      failure: null,
    },
  });
}

/** A list that the server refuses with one of its errors. */
export function standInFailedList(error: ErrorKey): ListSnapshot {
  const { context } = standInList([]);
  return pagedListMachine.resolveState({
    value: "failed",
    context: { ...context, failure: { kind: "api", error, message: "" } },
  });
}

/** A list in every state that it can reach; where it has items, these. */
export async function listReachedLists(items: readonly object[], extra: Extra = {}) {
  const reached = await listReached<ListSnapshot>("pagedList", viewPagedList);
  return reached.map(({ state, facts, snapshot }) => ({
    state,
    facts,
    snapshot: snapshot.context.items.length === 0 ? snapshot : fillList(snapshot, items, extra),
  }));
}

function fillList(snapshot: ListSnapshot, items: readonly object[], extra: Extra): ListSnapshot {
  const { context } = snapshot;
  return {
    ...snapshot,
    context: { ...context, items, total: items.length, extra } as ListSnapshot["context"],
  };
}
