import { assign, emit, setup } from "xstate";
import { toFailure, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provideActor.ts";
import { failTo } from "../kit/request.ts";

/** Switches that the server keeps for a person. */
export interface Choices {
  hideFromRanking: boolean;
  allowNotifications: boolean;
}

export type Choice = keyof Choices;

export interface UserChoicesInput {
  /** As the server has them. */
  saved: Choices;
}

export interface UserChoicesContext extends UserChoicesInput {
  /** As the switches stand: ahead of the server while a change is on its way. */
  shown: Choices;
  /** What is on its way. */
  changed: Choice | null;
  failure: Failure | null;
}

export type UserChoicesEvent = { type: "ui.switch"; choice: Choice; isOn: boolean };

export type UserChoicesEmitted =
  /** What other screens know of the person is outdated. */
  { type: "choices.changed" };

export const userChoicesMachine = setup({
  types: {
    input: {} as UserChoicesInput,
    context: {} as UserChoicesContext,
    events: {} as UserChoicesEvent,
    emitted: {} as UserChoicesEmitted,
  },
  actors: {
    saveChoice: provideActor<Choices, Partial<Choices>>("userChoices.saveChoice"),
  },
  actions: {
    turn: assign(({ context }, { choice, isOn }: { choice: Choice; isOn: boolean }) => ({
      shown: { ...context.shown, [choice]: isOn },
      changed: choice,
      failure: null,
    })),
    setSaved: assign((_, { choices }: { choices: Choices }) => ({ saved: choices, shown: choices, changed: null })),
    setFailure: assign(({ context }, { error }: { error: unknown }) => ({
      shown: context.saved,
      changed: null,
      failure: toFailure(error),
    })),
    emitChanged: emit({ type: "choices.changed" }),
  },
}).createMachine({
  id: "userChoices",
  description: "Switches that the server keeps. One turns at once, and turns back where it could not be saved.",
  context: ({ input: { saved } }) => ({ saved, shown: saved, changed: null, failure: null }),
  initial: "settled",
  states: {
    settled: {
      description: "The switches stand as the server has them.",
      on: {
        "ui.switch": {
          target: "saving",
          actions: {
            type: "turn",
            params: ({ event }) => ({ choice: event.choice, isOn: event.isOn }),
          },
          description: "The user turns one.",
        },
      },
    },
    saving: {
      description: "The change is on its way; the others wait.",
      invoke: {
        id: "saveChoice",
        src: "saveChoice",
        input: ({ context: { shown, changed } }) => (changed === null ? {} : { [changed]: shown[changed] }),
        onDone: {
          target: "settled",
          actions: [{ type: "setSaved", params: ({ event }) => ({ choices: event.output }) }, "emitChanged"],
          description: "The server has it.",
        },
        onError: failTo({ target: "settled", description: "It was not saved: the switch turns back." }),
      },
    },
  },
});
