import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../failureText.ts";
import { listActions, type ViewAction } from "../viewAction.ts";
import type { ResourceEvent, ResourceMachine } from "./resource.machine.ts";

/** Beside a value the failure is why a refresh failed. */
interface ResourceStatus extends FailureText {
  isRefreshing: boolean;
  actions: readonly ViewAction<ResourceEvent>[];
}

export type ResourceView<Value> = ResourceStatus &
  ({ status: "loading"; value: null } | { status: "failed"; value: null } | { status: "ready"; value: Value });

export function viewResource<Value extends object, Params>(
  snapshot: SnapshotFrom<ResourceMachine<Value, Params>>,
): ResourceView<Value> {
  const {
    value: state,
    context: { value, failure },
  } = snapshot;
  const isRefreshing = state === "refreshing";
  const shared = {
    isRefreshing,
    ...toFailureText(failure),
    actions: listActions<ResourceEvent>(snapshot, [
      { event: { type: "ui.retry" }, labelKey: "app:list.retry" },
      { event: { type: "ui.refresh" }, labelKey: "app:list.refresh", isWaiting: isRefreshing },
    ]),
  };
  if (value !== null) return { ...shared, status: "ready", value };
  return { ...shared, status: state === "failed" ? "failed" : "loading", value };
}
