import type { AnyMachineSnapshot } from "xstate";

import { reachableSnapshots } from "#tests/models/reachableSnapshots.ts";

import { dropLookalikes } from "./dropLookalikes.ts";
import { listFacts } from "./listFacts.ts";

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
    const facts = listFacts(view(snapshot));
    const state = facts.get("state") ?? nameValue(snapshot.value);
    const key = JSON.stringify([state, ...facts]);
    if (!seen.has(key)) seen.set(key, { state, facts, snapshot });
  }
  return dropLookalikes([...seen.values()]);
}

/** `{ loggedIn: { user: "settled", storage: "checked" } }` as `loggedIn.user.settled storage.checked`. */
function nameValue(value: unknown): string {
  if (typeof value === "string") return value;
  return Object.entries(value as object)
    .map(([name, inner]) => `${name}.${nameValue(inner)}`)
    .join(" ");
}
