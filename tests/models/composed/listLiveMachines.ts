import type { AnyActorRef, AnyMachineSnapshot } from "xstate";

/** A running chart and its place among the others. */
export interface LiveMachine {
  /** Ids from the root on, e.g. `withdrawal/securityCodePrompt`. */
  path: string;
  /** Name of the chart and of its model. */
  name: string;
  actor: AnyActorRef;
  snapshot: AnyMachineSnapshot;
}

/** The charts that run, each before its children. */
export function listLiveMachines(actor: AnyActorRef, parentPath = ""): LiveMachine[] {
  const snapshot = actor.getSnapshot() as Partial<AnyMachineSnapshot>;
  if (snapshot.machine === undefined) return [];
  const live = snapshot as AnyMachineSnapshot;
  const name = live.machine.id;
  const path = parentPath === "" ? name : `${parentPath}/${actor.id}`;
  const children = Object.values(live.children as Record<string, AnyActorRef | undefined>);
  return [
    { path, name, actor, snapshot: live },
    ...children.flatMap((child) => (child === undefined ? [] : listLiveMachines(child, path))),
  ];
}
