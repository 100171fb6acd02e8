import type { Choices, UserChoicesContext, UserChoicesEvent, UserChoicesInput } from "./userChoices.machine.ts";
import { userChoicesMachine } from "./userChoices.machine.ts";
import { viewUserChoices } from "./userChoices.view.ts";
import { defineModel } from "#tests/models/model.ts";

interface UserChoicesShape {
  context: UserChoicesContext;
  event: UserChoicesEvent;
  input: UserChoicesInput;
  outputs: { saveChoice: Choices };
}

export const model = defineModel<UserChoicesShape>({
  machine: userChoicesMachine,
  view: viewUserChoices,
  inputs: [{ saved: { hideFromRanking: false, allowNotifications: true } }],
  events: {
    "ui.switch": [
      { type: "ui.switch", choice: "hideFromRanking", isOn: true },
      { type: "ui.switch", choice: "hideFromRanking", isOn: false },
      { type: "ui.switch", choice: "allowNotifications", isOn: false },
      { type: "ui.switch", choice: "allowNotifications", isOn: true },
    ],
  },
  outcomes: {
    saveChoice: {
      done: [
        { hideFromRanking: true, allowNotifications: true },
        { hideFromRanking: false, allowNotifications: true },
      ],
      error: [{ kind: "network" }],
    },
  },
  key: ({ saved, shown, changed, failure }) => ({ saved, shown, changed, hasFailed: failure !== null }),
  invariants: {
    "settled switches stand as the server has them": ({ saved, shown, changed }, isIn) =>
      !isIn("settled") ||
      (changed === null &&
        saved.hideFromRanking === shown.hideFromRanking &&
        saved.allowNotifications === shown.allowNotifications),
    "what is being saved is known, and has not failed yet": ({ changed, failure }, isIn) =>
      !isIn("saving") || (changed !== null && failure === null),
  },
});
