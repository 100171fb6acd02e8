import type { AnyMachineSnapshot } from "xstate";

import { reachableSnapshots } from "#tests/models/reachableSnapshots.ts";

import { dropLookalikes } from "./dropLookalikes.ts";
import { readAppearance } from "./listFacts.ts";

interface Reached<Snapshot> {
  state: string;
  facts: ReadonlyMap<string, string>;
  snapshot: Snapshot;
}

/** Snapshots that a machine can reach: in each state, one for each fact that its view can tell. */
export async function listReached<Snapshot extends AnyMachineSnapshot>(
  machine: string,
  view: (snapshot: Snapshot) => object,
): Promise<readonly Reached<Snapshot>[]> {
  const seen = new Map<string, Reached<Snapshot>>();
  for (const reached of await reachableSnapshots(machine)) {
    const snapshot = reached.snapshot as Snapshot;
    const { state, facts } = readAppearance(snapshot, view(snapshot));
    const key = JSON.stringify([state, ...facts]);
    if (!seen.has(key)) seen.set(key, { state, facts, snapshot });
  }
  return dropLookalikes([...seen.values()]);
}
