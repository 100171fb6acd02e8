import type { SnapshotFrom } from "xstate";
import { getFailureKey } from "../failureKey.ts";
import type { ViewAction } from "../viewAction.ts";
import type { Choice, Choices, userChoicesMachine, UserChoicesEvent } from "./userChoices.machine.ts";

type Snapshot = SnapshotFrom<typeof userChoicesMachine>;

export interface UserChoicesView {
  choices: Choices;
  /** i18n key of why the last change was not saved. */
  failureKey: string | null;
  /** One for each switch. */
  actions: readonly ViewAction<UserChoicesEvent>[];
}

const CHOICES: readonly Choice[] = ["hideFromRanking", "allowNotifications"];

export function viewUserChoices({ value, context: { shown, failure } }: Snapshot): UserChoicesView {
  return {
    choices: shown,
    failureKey: failure === null ? null : getFailureKey(failure),
    actions: CHOICES.map((choice) => ({
      event: { type: "ui.switch", choice, isOn: !shown[choice] },
      labelKey: `home:switches.${choice}`,
      enabled: value === "settled",
    })),
  };
}
