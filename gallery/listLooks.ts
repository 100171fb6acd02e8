import type { AnyMachineSnapshot } from "xstate";

import { reachPlaces, type WalkedPlace } from "#tests/models/walkModel.ts";
import { canCause, type ScreenWalk } from "#tests/screens/screenWalk.ts";

import { type Appearance, dropLookalikes } from "./dropLookalikes.ts";
import { readAppearance } from "./listFacts.ts";

/** What a chart shows on its screen, and the shortest way there. */
export interface Look extends Appearance {
  walk: ScreenWalk;
  /** Which of the model's inputs the chart starts with. */
  input: number;
  steps: readonly Step[];
}

export interface Step {
  stimulus: string;
  /** After it. */
  snapshot: AnyMachineSnapshot;
}

interface Waypoint {
  place: WalkedPlace;
  steps: readonly Step[];
}

/** In each state that a walk can reach, one look for each fact that its view can tell. */
export async function listLooks(walk: ScreenWalk): Promise<readonly Look[]> {
  const starts = await reachPlaces(walk.model);
  const looks = new Map<string, Look>();
  for (const [input, place] of starts.entries()) {
    const known = new Set([place]);
    const queue: Waypoint[] = [{ place, steps: [] }];
    for (const { place: at, steps } of queue) {
      const look = readLook(walk, input, at.snapshot, steps);
      const key = JSON.stringify([look.state, ...look.facts]);
      const isShown = at.snapshot.status === "active" || walk.staysAtEnd === true;
      if (isShown && !looks.has(key)) looks.set(key, look);
      for (const { stimulus, place: next } of at.ways) {
        if (known.has(next) || !canCause(walk.model, stimulus, at.snapshot)) continue;
        known.add(next);
        queue.push({ place: next, steps: [...steps, { stimulus, snapshot: next.snapshot }] });
      }
    }
  }
  return dropLookalikes([...looks.values()]);
}

function readLook(walk: ScreenWalk, input: number, snapshot: AnyMachineSnapshot, steps: readonly Step[]): Look {
  const { state, facts } = readAppearance(snapshot, walk.model.view?.(snapshot) ?? {});
  const of = walk.host === undefined ? (walk.isEachSeen === true ? walk.flow : null) : walk.model.machine.id;
  return { state: of === null ? state : `${of} ${state}`, facts, walk, input, steps };
}
