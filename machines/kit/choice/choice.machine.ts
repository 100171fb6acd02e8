import { assign, emit, setup } from "xstate";
import type { Effect } from "../effects.ts";
import type { Failure } from "../failure.ts";
import { provideActor } from "../provide.ts";
import { failTo, failureActions } from "../request.ts";

/** What there is to choose. */
export interface Choosable<Name extends string> {
  /** All things in their order, each with its i18n key. */
  labelKeys: Readonly<Record<Name, string>>;
  /** Whether one that is turned on turns the others off. */
  isOneAtMost: boolean;
  /** What follows where the server has a change. */
  effect: Effect;
}

/** One thing that is turned on or off. */
export interface Turn<Name extends string> {
  name: Name;
  isOn: boolean;
}

export interface ChoiceInput<Name extends string, Params> {
  /** What the choice is about, e.g. `{ envelopeId }`. */
  params: Params;
  /** What is on, as the server has it. */
  saved: readonly Name[];
}

export interface ChoiceContext<Name extends string, Params> extends Choosable<Name>, ChoiceInput<Name, Params> {
  /** What is on its way. */
  turned: Turn<Name> | null;
  /** Of the last change. */
  failure: Failure | null;
}

export type ChoiceEvent<Name extends string> = { type: "ui.turn" } & Turn<Name>;

export type ChoiceRequest<Name extends string, Params> = Turn<Name> & { params: Params };

/** The same chart for all that a person turns on and off and the server keeps, typed by what it is. */
export function createChoiceMachine<Name extends string, Params>(choosable: Choosable<Name>) {
  return setup({
    types: {
      input: {} as ChoiceInput<Name, Params>,
      context: {} as ChoiceContext<Name, Params>,
      events: {} as ChoiceEvent<Name>,
      emitted: {} as Effect,
    },
    actors: {
      /** Answers what is on now. */
      save: provideActor<readonly Name[], ChoiceRequest<Name, Params>>("choice.save"),
    },
    actions: failureActions,
  }).createMachine({
    id: "choice",
    description: "What a person turns on and off. It shows at once, and turns back where it could not be saved.",
    context: ({ input }) => ({ ...choosable, ...input, turned: null, failure: null }),
    initial: "settled",
    states: {
      settled: {
        description: "What is shown is what the server has.",
        on: {
          "ui.turn": {
            target: "saving",
            actions: assign(({ event: { name, isOn } }) => ({ turned: { name, isOn }, failure: null })),
            description: "The person turns one thing.",
          },
        },
      },
      saving: {
        description: "The change is shown, and on its way; the others wait.",
        exit: assign({ turned: null }),
        invoke: {
          id: "save",
          src: "save",
          input: ({ context: { params }, event: { name, isOn } }) => ({ params, name, isOn }),
          onDone: {
            target: "settled",
            actions: [assign(({ event }) => ({ saved: event.output })), emit(({ context }) => context.effect)],
            description: "The server has it.",
          },
          onError: failTo({ target: "settled", description: "It was not saved: what was before is shown again." }),
        },
      },
    },
  });
}

export type ChoiceMachine<Name extends string, Params> = ReturnType<typeof createChoiceMachine<Name, Params>>;
