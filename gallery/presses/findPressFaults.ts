import type { AnyMachineSnapshot } from "xstate";

import { nameTransition } from "#tests/models/chartEdges.ts";
import { MODELS } from "#tests/models/registry.ts";

import { listStagedMachines, type SentEvent } from "../static/onStage.ts";
import { isFoldedAway, isShownElsewhere } from "./elsewhere.ts";
import type { Known } from "./known.ts";
import { describeLocal } from "./locals.ts";
import type { Press } from "./press.ts";
import { pressAll, type PressedControl } from "./pressAll.ts";

/** What a view says of a `ui.*` event: there is a control for it, there is one that cannot be pressed now, it has none, or it is no event of the chart's now. */
type Verdict = "enabled" | "disabled" | "without control" | "unknown";

const CHOICE = /^ui\.(?:choose|pick)/u;

export interface PressReport {
  faults: readonly string[];
  /** What is done by the controls that send nothing. */
  locals: readonly string[];
  presses: number;
  /** Transitions that events of controls take, by chart. */
  walked: readonly { chart: string; edge: string }[];
}

/** Presses everything in the picture, and compares what the charts get with what their views offer. */
export async function findPressFaults(screen: string, redraw: () => Promise<void>, known: Known): Promise<PressReport> {
  const machines = listStagedMachines();
  const hasDialog = document.querySelector("dialog[open]") !== null;
  const pressed = await pressAll(redraw, known);
  const faults = pressed.flatMap((control) => judgeControl(control).map((fault) => `${describe(control)} ${fault}`));
  const sent = pressed.flatMap((control) => [...listUserEvents(control.pointer), ...listUserEvents(control.keyboard)]);
  for (const { name, snapshot } of machines) {
    const types = new Set(sent.filter((one) => isSame(one.snapshot, snapshot)).map(({ event }) => event.type));
    // What lies beneath a dialog waits for it.
    if (hasDialog && types.size === 0) continue;
    const hasChosen = pressed.some(({ isChosen }) => isChosen);
    for (const { event, enabled } of viewActions(snapshot))
      // What is chosen cannot be chosen again.
      if (
        enabled &&
        !types.has(event.type) &&
        !(hasChosen && CHOICE.test(event.type)) &&
        !isShownElsewhere(screen, name, event.type) &&
        !isFoldedAway(name, event.type, snapshot.context)
      )
        faults.push(`no control sends ${event.type} of ${name}`);
  }
  return {
    faults,
    locals: pressed.flatMap(describeLocal),
    presses: pressed.length * 2,
    walked: sent.flatMap(listTaken),
  };
}

function describe({ kind, name, path }: PressedControl): string {
  return [...path, `${kind} “${name}”`].join(" → ");
}

function judgeControl(control: PressedControl): string[] {
  const { kind, name, isDisabled, pointer, keyboard } = control;
  const faults: string[] = [];
  if (name === "") faults.push("has no name");
  const events = [listUserEvents(pointer), listUserEvents(keyboard)];
  for (const event of new Set(events.flat().map(nameEvent)))
    if (isDisabled) faults.push(`is disabled and sends ${event}`);
  for (const one of events.flat()) {
    const verdict = judgeEvent(one);
    if (verdict === "unknown" || verdict === "disabled") faults.push(`sends ${nameEvent(one)}, which is ${verdict}`);
  }
  // A value may be another one each time, e.g. where it is drawn by lot.
  const [byPointer = "", byKeyboard = ""] = events.map((list) =>
    list.map(({ snapshot, event }) => `${snapshot.machine.id} ${event.type}`).join(", "),
  );
  if (kind !== "field" && byPointer !== byKeyboard)
    faults.push(`sends ${byPointer || "nothing"} by pointer and ${byKeyboard || "nothing"} by keyboard`);
  if (kind !== "field" && events.some((list) => list.filter((one) => judgeEvent(one) === "enabled").length > 1))
    faults.push(`sends more than one event: ${byPointer}`);
  return faults;
}

function judgeEvent({ snapshot, event }: SentEvent): Verdict {
  const actions = viewActions(snapshot).filter((action) => action.event.type === event.type);
  if (actions.length === 0)
    return MODELS.get(snapshot.machine.id)?.withoutControl?.includes(event.type) === true
      ? "without control"
      : "unknown";
  // One of several choices is sent whole; where there is one action, its event stands for whatever is typed.
  const [only, ...others] = actions;
  const action =
    others.length === 0 ? only : actions.find((one) => JSON.stringify(one.event) === JSON.stringify(event));
  if (action === undefined) return "unknown";
  return action.enabled ? "enabled" : "disabled";
}

function viewActions(snapshot: AnyMachineSnapshot) {
  return MODELS.get(snapshot.machine.id)?.view?.(snapshot).actions ?? [];
}

function listUserEvents({ sent }: Press): readonly SentEvent[] {
  return sent.filter(({ event }) => event.type.startsWith("ui."));
}

function listTaken({ snapshot, event }: SentEvent): PressReport["walked"] {
  return (snapshot.machine.getTransitionData(snapshot, event) ?? []).map((transition) => ({
    chart: snapshot.machine.id,
    edge: nameTransition(transition),
  }));
}

function nameEvent({ snapshot, event }: SentEvent): string {
  return `${snapshot.machine.id} ${JSON.stringify(event)}`;
}

/** A picture that is drawn anew has copies of its snapshots. */
function isSame(one: AnyMachineSnapshot, other: AnyMachineSnapshot): boolean {
  return one.machine.id === other.machine.id && one.context === other.context && one.value === other.value;
}
