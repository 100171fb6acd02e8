import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { type FailureText, toFailureText } from "../failureText.ts";
import type { ViewAction } from "../viewAction.ts";
import type { OrderFollowEvent, orderFollowMachine } from "./orderFollow.machine.ts";

type Action = ViewAction<OrderFollowEvent>;
type Snapshot = SnapshotFrom<typeof orderFollowMachine>;
type State = Snapshot["value"];

/** The failure is that of the last reading; null once one succeeds. */
export interface OrderFollowView extends FailureText {
  state: State;
  order: components["schemas"]["Order"] | null;
  actions: readonly Action[];
}

const RETRY: Action = { event: { type: "ui.retry" }, labelKey: "app:list.retry", enabled: true };

const ACTIONS: Readonly<Record<State, readonly Action[]>> = { reading: [], waiting: [], failed: [RETRY], ended: [] };

export function viewOrderFollow({
  value,
  context: { order, failure },
}: Pick<Snapshot, "value" | "context">): OrderFollowView {
  return {
    state: value,
    order,
    ...toFailureText(failure),
    actions: ACTIONS[value],
  };
}
