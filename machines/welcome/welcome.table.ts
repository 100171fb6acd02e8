import type { TransitionTable } from "../kit/transitionTable.ts";
import type { WelcomeContext, WelcomeEvent, WelcomeInput } from "./welcome.machine.ts";

export interface WelcomeShape {
  context: WelcomeContext;
  event: WelcomeEvent;
  input: WelcomeInput;
  outputs: object;
}

/** PRODUCT.md 2: shown once and skippable; it ends where the link wanted to go. */
export const welcomeTable: TransitionTable<WelcomeShape> = {
  context: ({ target }) => ({ target }),
  states: {
    "(machine)": {
      initial: "sending",
      "ui.leave": { target: "left", emits: ({ target }) => [{ type: "welcome.left", to: target }] },
    },
    sending: { "ui.next": { target: "opening" } },
    opening: { "ui.next": { target: "keeping" }, "ui.previous": { target: "sending" } },
    keeping: { "ui.previous": { target: "opening" } },
    left: {},
  },
};
