import type { SnapshotFrom } from "xstate";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
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

export function viewWelcome(snapshot: Snapshot): WelcomeView {
  const { value, context } = snapshot;
  const topic = value === "left" ? "keeping" : value;
  return {
    state: value,
    step: STEPS.indexOf(topic) + 1,
    stepCount: STEPS.length,
    titleKey: `about:welcome.${topic}.title`,
    textKey:
      topic === "sending" && context.isFromGroup ? "about:welcome.sending.inGroup" : `about:welcome.${topic}.text`,
    mainType: topic === "keeping" ? "ui.leave" : "ui.next",
    actions: listActions(snapshot, [
      { event: { type: "ui.previous" }, labelKey: "app:back" },
      { event: { type: "ui.next" }, labelKey: "about:welcome.next" },
      { event: { type: "ui.leave" }, labelKey: value === "keeping" ? "about:welcome.start" : "about:welcome.skip" },
    ]),
  };
}
