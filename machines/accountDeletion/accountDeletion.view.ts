import type { SnapshotFrom } from "xstate";
import { toFailureText, type FailureText } from "../kit/failureText.ts";
import { type Control, listActions, type ViewAction } from "../kit/viewAction.ts";
import type { AccountDeletionEvent, accountDeletionMachine, Obstacle } from "./accountDeletion.machine.ts";

type Snapshot = SnapshotFrom<typeof accountDeletionMachine>;

export interface AccountDeletionView extends FailureText {
  state: Snapshot["value"];
  /** What has to end first. */
  obstacles: readonly Obstacle[];
  /** While `askingCode`, the child actor `securityCodePrompt` has controls of its own. */
  actions: readonly ViewAction<AccountDeletionEvent>[];
}

const CONTROLS: readonly Control<AccountDeletionEvent>[] = [
  { event: { type: "ui.delete" }, labelKey: "privacy:delete.action" },
  { event: { type: "ui.confirm" }, labelKey: "privacy:delete.confirm" },
  { event: { type: "ui.back" }, labelKey: "privacy:delete.keep" },
  { event: { type: "ui.retry" }, labelKey: "privacy:delete.lookAgain" },
];

export function viewAccountDeletion(snapshot: Snapshot): AccountDeletionView {
  const { obstacles, failure } = snapshot.context;
  return {
    state: snapshot.value,
    obstacles: snapshot.value === "blocked" ? obstacles : [],
    ...toFailureText(snapshot.value === "failed" ? failure : null),
    actions: listActions(snapshot, CONTROLS),
  };
}
