import type { AnyMachineSnapshot } from "xstate";
import type { WalkedPlace, WalkedWay } from "./walkModel.ts";

/** What the world outside a machine is like, as far as it decides what can happen next. */
export type WorldState = string;

export interface WalkPlan {
  /** Index of the model's input. */
  input: number;
  start: AnyMachineSnapshot;
  steps: readonly PlannedStep[];
}

export interface PlannedStep {
  stimulus: string;
  edges: readonly string[];
  /** After the step, as `world` is. */
  snapshot: AnyMachineSnapshot;
  world: WorldState;
}

interface PlanOptions {
  /** The inputs that can be had, and the world that each finds. */
  startWorlds: readonly (WorldState | null)[];
  /** The worlds that a stimulus can lead to; none where it cannot be caused there. */
  cause: (stimulus: string, world: WorldState, snapshot: AnyMachineSnapshot) => readonly WorldState[];
  /** A plan that is this long ends, so that a failure stays readable and plans can be shared out. */
  maxSteps: number;
}

interface Position {
  place: WalkedPlace;
  world: WorldState;
}

interface Waypoint extends Position {
  previous: Waypoint | null;
  way: WalkedWay | null;
}

/**
 * Plans short walks that together take every transition which can be caused: from where a walk is, always the shortest way
 * to one that no walk has taken. The same graph gives the same plans.
 */
export function planWalks(starts: readonly WalkedPlace[], options: PlanOptions): WalkPlan[] {
  const covered = new Set<string>();
  return starts.flatMap((place, input) => {
    const world = options.startWorlds[input] ?? null;
    return world === null ? [] : planFrom(input, { place, world }, covered, options);
  });
}

function planFrom(input: number, start: Position, covered: Set<string>, options: PlanOptions): WalkPlan[] {
  const plans: WalkPlan[] = [];
  for (;;) {
    const steps: PlannedStep[] = [];
    let at = start;
    while (steps.length < options.maxSteps) {
      const route = findRoute(at, covered, options.cause);
      if (route === undefined) break;
      for (const { way, place, world } of route) {
        if (way === null) continue;
        steps.push({ stimulus: way.stimulus, edges: way.edges, snapshot: place.snapshot, world });
        for (const edge of way.edges) covered.add(edge);
        at = { place, world };
      }
    }
    if (steps.length === 0) return plans;
    plans.push({ input, start: start.place.snapshot, steps });
  }
}

/** Shortest way that ends with an edge which is not covered; undefined where there is none. */
function findRoute(
  from: Position,
  covered: ReadonlySet<string>,
  cause: PlanOptions["cause"],
): readonly Waypoint[] | undefined {
  const queue: Waypoint[] = [{ ...from, previous: null, way: null }];
  const seen = new Map<WalkedPlace, Set<WorldState>>([[from.place, new Set([from.world])]]);
  for (const waypoint of queue) {
    for (const way of waypoint.place.ways) {
      for (const world of cause(way.stimulus, waypoint.world, waypoint.place.snapshot)) {
        const next: Waypoint = { place: way.place, world, previous: waypoint, way };
        if (way.edges.some((edge) => !covered.has(edge))) return traceBack(next);
        const worlds = seen.get(way.place) ?? new Set();
        if (worlds.has(world)) continue;
        seen.set(way.place, worlds.add(world));
        queue.push(next);
      }
    }
  }
  return undefined;
}

function traceBack(waypoint: Waypoint): readonly Waypoint[] {
  const route: Waypoint[] = [];
  for (let at: Waypoint | null = waypoint; at !== null; at = at.previous) route.unshift(at);
  return route;
}
