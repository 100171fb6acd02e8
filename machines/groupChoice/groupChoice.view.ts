import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import type { GroupChoiceEvent, groupChoiceMachine } from "./groupChoice.machine.ts";

type Snapshot = SnapshotFrom<typeof groupChoiceMachine>;

export interface GroupChoiceView extends FailureText {
  /** Null while that is being found out. */
  isSupported: boolean | null;
  isBusy: boolean;
  /** i18n key of what became of the choice; null where nothing did. */
  noteKey: string | null;
  actions: readonly ViewAction<GroupChoiceEvent>[];
}

export function viewGroupChoice(snapshot: Snapshot): GroupChoiceView {
  const { context } = snapshot;
  const { isWanted } = context;
  const isIn = (state: "checking" | "unsupported" | "asking" | "linking" | "linked" | "missing" | "failed") =>
    snapshot.matches(state);
  return {
    isSupported: isIn("checking") ? null : !isIn("unsupported"),
    isBusy: isIn("asking") || isIn("linking") || (isWanted && isIn("checking")),
    noteKey: isIn("linking")
      ? "home:groups.linking"
      : isIn("linked")
        ? "home:groups.linked"
        : isIn("missing")
          ? "home:groups.missing"
          : null,
    ...toFailureText(isIn("failed") ? context.failure : null),
    actions: listActions(snapshot, [{ event: { type: "ui.chooseGroup" }, labelKey: "home:groups.choose" }]),
  };
}
