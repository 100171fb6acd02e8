import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../failureText.ts";
import type { ViewAction } from "../viewAction.ts";
import type { FollowEvent, FollowMachine } from "./follow.machine.ts";

type Action = ViewAction<FollowEvent>;
type Snapshot<Reading extends object> = SnapshotFrom<FollowMachine<Reading>>;

/** The failure is that of the last reading; null once one succeeds. */
export interface FollowView<Reading extends object> extends FailureText {
  state: "reading" | "waiting" | "failed" | "ended";
  reading: Reading | null;
  actions: readonly Action[];
}

const RETRY: Action = { event: { type: "ui.retry" }, labelKey: "app:list.retry", enabled: true };

export function viewFollow<Reading extends object>({
  value,
  context: { reading, failure },
}: Pick<Snapshot<Reading>, "value" | "context">): FollowView<Reading> {
  const state = typeof value === "string" ? value : value.hurrying;
  return { state, reading, ...toFailureText(failure), actions: value === "failed" ? [RETRY] : [] };
}
