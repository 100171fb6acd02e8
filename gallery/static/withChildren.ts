import type { AnyActorRef, AnyMachineSnapshot } from "xstate";

/** A snapshot whose machine has these children at work. */
export function withChildren<Snapshot extends AnyMachineSnapshot>(
  snapshot: Snapshot,
  children: Readonly<Record<string, AnyActorRef>>,
): Snapshot {
  return { ...snapshot, children } as unknown as Snapshot;
}
