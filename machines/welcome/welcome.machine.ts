import { emit, setup } from "xstate";
import type { Effect } from "../kit/effects.ts";

export interface WelcomeInput {
  /** Path and query of the page that the person wanted to reach. */
  target: string;
  /** Whether they come from a group that the bot is in, and not for one of its envelopes. */
  isFromGroup: boolean;
}

export type WelcomeContext = WelcomeInput;

export type WelcomeEvent = { type: "ui.next" } | { type: "ui.previous" } | { type: "ui.leave" };

/** What the app is, in three steps; each of them leads on to the page that the person wanted. */
export const welcomeMachine = setup({
  types: {
    input: {} as WelcomeInput,
    context: {} as WelcomeContext,
    events: {} as WelcomeEvent,
    emitted: {} as Effect,
  },
}).createMachine({
  id: "welcome",
  description: "The welcome of a new person, on the way to the page that they wanted.",
  context: ({ input }) => input,
  initial: "sending",
  on: {
    "ui.leave": {
      target: ".left",
      actions: emit(({ context }) => ({ type: "navigate", to: context.target })),
      description: "The person has read enough.",
    },
  },
  states: {
    sending: {
      description: "How a red envelope is sent, and what can be done in the group that the person comes from.",
      on: { "ui.next": { target: "opening", description: "On to opening." } },
    },
    opening: {
      description: "How a red envelope is opened.",
      on: {
        "ui.next": { target: "keeping", description: "On to the money." },
        "ui.previous": { target: "sending", description: "Back to sending." },
      },
    },
    keeping: {
      description: "What happens to the money.",
      on: { "ui.previous": { target: "opening", description: "Back to opening." } },
    },
    left: { type: "final", description: "The wanted page is shown." },
  },
});
