import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { Choices, UserChoicesContext, UserChoicesEvent, UserChoicesInput } from "./userChoices.machine.ts";

export interface UserChoicesShape {
  context: UserChoicesContext;
  event: UserChoicesEvent;
  input: UserChoicesInput;
  outputs: { saveChoice: Choices };
}

/** PRODUCT.md 7: users may hide (`user/update`, a switch on `/user`); 8: `hideFromRanking?, allowNotifications?`. */
export const userChoicesTable: TransitionTable<UserChoicesShape> = {
  asks: {
    saveChoice: ({ shown, changed }) => (changed === null ? {} : { [changed]: shown[changed] }),
  },
  context: ({ saved }) => ({ saved, shown: saved, changed: null, failure: null }),
  states: {
    "(machine)": { initial: "settled" },
    settled: {
      "ui.switch": {
        target: "saving",
        changes: ({ shown }, { choice, isOn }) => ({
          shown: { ...shown, [choice]: isOn },
          changed: choice,
          failure: null,
        }),
      },
    },
    saving: {
      "done(saveChoice)": {
        target: "settled",
        changes: (_, { output }) => ({ saved: output, shown: output, changed: null }),
        emits: () => [{ type: "choices.changed" }],
      },
      "error(saveChoice)": {
        target: "settled",
        changes: ({ saved }, { error }) => ({ shown: saved, changed: null, failure: toFailure(error) }),
      },
    },
  },
};
