import type { SnapshotFrom } from "xstate";

import type { ErrorKey } from "#contract/errors.ts";
import type { Json } from "#machines/kit/pagedList/json.ts";
import { pagedListMachine } from "#machines/kit/pagedList/pagedList.machine.ts";

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
