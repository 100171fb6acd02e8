import type { AnyActorRef, AnyMachineSnapshot } from "xstate";

import type { App } from "#src/createApp.ts";

import type { StaticMessenger } from "./createStaticMessenger.ts";

/** An event that a control of the picture sent to an actor. */
export interface SentEvent {
  /** The actor's: each has one of its own. */
  snapshot: AnyMachineSnapshot;
  event: { type: string };
}

type StagedApp = App & { messenger: StaticMessenger };

let staged: StagedApp | null = null;
let sent: SentEvent[] = [];
let deeds: string[] = [];

let hasMessengerButtons = false;

/** Whether the messenger of the next app draws its own main button and back arrow; else the screens do. */
export function giveMessengerButtons(hasButtons: boolean): void {
  hasMessengerButtons = hasButtons;
}

export function getsMessengerButtons(): boolean {
  return hasMessengerButtons;
}

/** Called by each app in which nothing moves; one picture is drawn at a time. */
export function enterStage(app: StagedApp): void {
  staged = app;
}

export function noteSent(snapshot: AnyMachineSnapshot, event: { type: string }): void {
  sent.push({ snapshot, event });
}

/** What a press does beside sending events, e.g. follow a link: it is noted and not done. */
export function noteDeed(deed: string): void {
  deeds.push(deed);
}

/** What was noted since the last call. */
export function takeNotes(): { sent: readonly SentEvent[]; deeds: readonly string[] } {
  const notes = { sent, deeds };
  sent = [];
  deeds = [];
  return notes;
}

export function getStaged(): StagedApp {
  if (staged === null) throw new Error("no app is on the stage");
  return staged;
}

/** A machine in the picture. */
export interface StagedMachine {
  /** The name of the service, flow or child. */
  name: string;
  snapshot: AnyMachineSnapshot;
}

/** The machines of the picture: the root, its services and flows, and their children. */
export function listStagedMachines(): readonly StagedMachine[] {
  const collect = (id: string, actor: AnyActorRef): StagedMachine[] => {
    const snapshot = actor.getSnapshot() as Partial<AnyMachineSnapshot>;
    // Requests are no machines.
    if (snapshot.machine === undefined) return [];
    const children = Object.entries((snapshot.children ?? {}) as Record<string, AnyActorRef>);
    const [name = id] = id.split(":");
    return [
      { name, snapshot: snapshot as AnyMachineSnapshot },
      ...children.flatMap(([childId, child]) => collect(childId, child)),
    ];
  };
  return collect("app", getStaged().root);
}
