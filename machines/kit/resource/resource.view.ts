import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../failureText.ts";
import type { ViewAction } from "../viewAction.ts";
import type { ResourceEvent, ResourceMachine } from "./resource.machine.ts";

/** Beside a value the failure is why a refresh failed. */
interface ResourceStatus extends FailureText {
  isRefreshing: boolean;
  actions: readonly ViewAction<ResourceEvent>[];
}

export type ResourceView<Value> = ResourceStatus &
  ({ status: "loading"; value: null } | { status: "failed"; value: null } | { status: "ready"; value: Value });

const RETRY: ViewAction<ResourceEvent> = { event: { type: "ui.retry" }, labelKey: "app:list.retry", enabled: true };
const REFRESH: ViewAction<ResourceEvent> = {
  event: { type: "ui.refresh" },
  labelKey: "app:list.refresh",
  enabled: true,
};

export function viewResource<Value extends object, Params>({
  value: state,
  context: { value, failure },
}: SnapshotFrom<ResourceMachine<Value, Params>>): ResourceView<Value> {
  const isRefreshing = state === "refreshing";
  const shared = {
    isRefreshing,
    ...toFailureText(failure),
  };
  if (value !== null) return { ...shared, status: "ready", value, actions: [{ ...REFRESH, enabled: !isRefreshing }] };
  return state === "failed"
    ? { ...shared, status: "failed", value, actions: [RETRY] }
    : { ...shared, status: "loading", value, actions: [] };
}
