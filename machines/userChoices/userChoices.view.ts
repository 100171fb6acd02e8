import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import type { ViewAction } from "../kit/viewAction.ts";
import type { Choice, Choices, userChoicesMachine, UserChoicesEvent } from "./userChoices.machine.ts";

type Snapshot = SnapshotFrom<typeof userChoicesMachine>;

/** The failure is why the last change was not saved. */
export interface UserChoicesView extends FailureText {
  choices: Choices;
  /** One for each switch. */
  actions: readonly ViewAction<UserChoicesEvent>[];
}

const CHOICES: readonly Choice[] = ["hideFromRanking", "allowNotifications"];

export function viewUserChoices({ value, context: { shown, failure } }: Snapshot): UserChoicesView {
  return {
    choices: shown,
    ...toFailureText(failure),
    actions: CHOICES.map((choice) => ({
      event: { type: "ui.switch", choice, isOn: !shown[choice] },
      labelKey: `home:switches.${choice}`,
      enabled: value === "settled",
    })),
  };
}
