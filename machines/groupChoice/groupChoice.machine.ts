import { assign, emit, setup } from "xstate";
import type { Effect } from "../kit/effects.ts";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, failTo, readOutput } from "../kit/request.ts";

/** How the messenger's own list of the person's groups ended; `unsupported` where there is none, or it does not answer. */
export type AskOutcome = "chosen" | "cancelled" | "unsupported";

export interface AskedGroup {
  outcome: AskOutcome;
  /** The group that was linked last before the choice; null if there was none. */
  newestId: string | null;
}

export interface GroupChoiceInput {
  /** Whether the person has pressed already, so that the list comes as soon as the messenger is known to have one. */
  isWanted: boolean;
}

export interface GroupChoiceContext extends GroupChoiceInput {
  newestId: string | null;
  failure: Failure | null;
}

export type GroupChoiceEvent = { type: "ui.chooseGroup" };

const choose = (description: string) => ({ "ui.chooseGroup": { target: "asking", description } }) as const;

export const groupChoiceMachine = setup({
  types: {
    context: {} as GroupChoiceContext,
    input: {} as GroupChoiceInput,
    events: {} as GroupChoiceEvent,
    emitted: {} as Effect,
  },
  actors: {
    canAsk: provideActor<boolean>("groupChoice.canAsk"),
    /** Has the server prepare the list, and the messenger show it. */
    ask: provideActor<AskedGroup>("groupChoice.ask"),
    /** Answers the group that was linked last. */
    readNewest: provideActor<string | null>("groupChoice.readNewest"),
  },
  guards: {
    canAsk: (_, { output }: { output: boolean }) => output,
    canAskNow: ({ context }, { output }: { output: boolean }) => output && context.isWanted,
    isChosen: (_, { output }: { output: AskedGroup }) => output.outcome === "chosen",
    isCancelled: (_, { output }: { output: AskedGroup }) => output.outcome === "cancelled",
    isNew: ({ context }, { output }: { output: string | null }) => output !== null && output !== context.newestId,
  },
  actions: failureActions,
  delays: { nextReading: 1_000, linkTimeout: 15_000, linkedShown: 3_000 },
}).createMachine({
  id: "groupChoice",
  description: "A person chooses one of their groups in the messenger's own list, which brings the bot into it.",
  context: ({ input }) => ({ ...input, newestId: null, failure: null }),
  initial: "checking",
  states: {
    checking: {
      description: "Whether the messenger has such a list is being found out.",
      invoke: {
        id: "canAsk",
        src: "canAsk",
        onDone: [
          {
            guard: { type: "canAskNow", params: readOutput },
            target: "asking",
            description: "It has one, and is to show it.",
          },
          { guard: { type: "canAsk", params: readOutput }, target: "idle", description: "It has one." },
          { target: "unsupported", description: "It has none." },
        ],
        onError: { target: "unsupported", description: "That part of the app could not be loaded." },
      },
    },
    idle: { description: "Nothing is being chosen.", on: choose("The person wants to choose.") },
    asking: {
      description: "The list is being prepared, and the person chooses in it.",
      invoke: {
        id: "ask",
        src: "ask",
        onDone: [
          {
            guard: { type: "isChosen", params: readOutput },
            target: "linking",
            actions: assign({ newestId: ({ event }) => event.output.newestId }),
            description: "A group is chosen, and the messenger tells the bot.",
          },
          {
            guard: { type: "isCancelled", params: readOutput },
            target: "idle",
            description: "No group is chosen; where the messenger refused one, it has said so.",
          },
          { target: "unsupported", description: "There is no list: the link that adds the bot serves." },
        ],
        onError: failTo({ target: "failed", description: "The list could not be prepared." }),
      },
    },
    linking: {
      description: "The app waits until the bot has heard of the group.",
      initial: "reading",
      states: {
        reading: {
          description: "The person's groups are being read.",
          invoke: {
            id: "readNewest",
            src: "readNewest",
            onDone: [
              {
                guard: { type: "isNew", params: readOutput },
                target: "#groupChoice.linked",
                actions: emit({ type: "page.outdated" }),
                description: "The group is there.",
              },
              { target: "waiting", description: "It is not there yet." },
            ],
            onError: { target: "waiting", description: "They could not be read; the next reading may succeed." },
          },
        },
        waiting: {
          description: "The bot hears of the group in a moment.",
          after: { nextReading: { target: "reading", description: "They are read again." } },
        },
      },
      after: { linkTimeout: { target: "missing", description: "It should have been there long ago." } },
    },
    linked: {
      description: "The group is among the person's.",
      on: choose("Another group, too."),
      after: { linkedShown: { target: "idle", description: "The success has been seen." } },
    },
    missing: {
      description: "The group is not among the person's: it was there before, or the bot was not let in.",
      on: choose("The person tries again."),
    },
    failed: { description: "The list could not be prepared.", on: choose("The person tries again.") },
    unsupported: { type: "final", description: "The person adds the bot by a link." },
  },
});
