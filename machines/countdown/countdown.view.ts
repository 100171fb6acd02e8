import type { SnapshotFrom } from "xstate";
import type { ViewAction } from "../kit/viewAction.ts";
import type { countdownMachine } from "./countdown.machine.ts";

type Snapshot = SnapshotFrom<typeof countdownMachine>;

export interface CountdownView {
  state: Snapshot["value"];
  /** Whole seconds, rounded up; null until the clock was read. */
  secondsLeft: number | null;
  /** A countdown has no controls. */
  actions: readonly ViewAction<never>[];
}

export function viewCountdown({ value, context }: Snapshot): CountdownView {
  return { state: value, secondsLeft: context.secondsLeft, actions: [] };
}
