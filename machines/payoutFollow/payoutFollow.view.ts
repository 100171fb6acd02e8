import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { type FailureText, toFailureText } from "../failureText.ts";
import type { ViewAction } from "../viewAction.ts";
import type { PayoutFollowEvent, payoutFollowMachine } from "./payoutFollow.machine.ts";

type Action = ViewAction<PayoutFollowEvent>;
type Snapshot = SnapshotFrom<typeof payoutFollowMachine>;
type State = Snapshot["value"];

/** The failure is that of the last reading; null once one succeeds. */
export interface PayoutFollowView extends FailureText {
  state: State;
  payout: components["schemas"]["Payout"] | null;
  actions: readonly Action[];
}

const RETRY: Action = { event: { type: "ui.retry" }, labelKey: "app:list.retry", enabled: true };

const ACTIONS: Readonly<Record<State, readonly Action[]>> = { reading: [], waiting: [], failed: [RETRY], ended: [] };

export function viewPayoutFollow({
  value,
  context: { payout, failure },
}: Pick<Snapshot, "value" | "context">): PayoutFollowView {
  return { state: value, payout, ...toFailureText(failure), actions: ACTIONS[value] };
}
