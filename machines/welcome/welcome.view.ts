import type { SnapshotFrom } from "xstate";
import type { ViewAction } from "../kit/viewAction.ts";
import type { WelcomeEvent, welcomeMachine } from "./welcome.machine.ts";

type Action = ViewAction<WelcomeEvent>;
type Snapshot = SnapshotFrom<typeof welcomeMachine>;
type State = Snapshot["value"];

export interface WelcomeView {
  state: State;
  /** From 1 on. */
  step: number;
  stepCount: number;
  titleKey: string;
  textKey: string;
  /** The one main thing to do. */
  mainType: "ui.next" | "ui.leave";
  actions: readonly Action[];
}

const STEPS = ["sending", "opening", "keeping"] as const satisfies readonly State[];

const NEXT: Action = { event: { type: "ui.next" }, labelKey: "about:welcome.next", enabled: true };
const PREVIOUS: Action = { event: { type: "ui.previous" }, labelKey: "app:back", enabled: true };

function leave(labelKey: string): Action {
  return { event: { type: "ui.leave" }, labelKey, enabled: true };
}

const ACTIONS: Readonly<Record<State, readonly Action[]>> = {
  sending: [NEXT, leave("about:welcome.skip")],
  opening: [PREVIOUS, NEXT, leave("about:welcome.skip")],
  keeping: [PREVIOUS, leave("about:welcome.start")],
  left: [],
};

export function viewWelcome({ value }: Pick<Snapshot, "value">): WelcomeView {
  const topic = value === "left" ? "keeping" : value;
  return {
    state: value,
    step: STEPS.indexOf(topic) + 1,
    stepCount: STEPS.length,
    titleKey: `about:welcome.${topic}.title`,
    textKey: `about:welcome.${topic}.text`,
    mainType: topic === "keeping" ? "ui.leave" : "ui.next",
    actions: ACTIONS[value],
  };
}
