import type { AnyMachineSnapshot } from "xstate";
import { listEdges } from "./chartEdges.ts";
import { LiveRun } from "./LiveRun.ts";
import type { WalkedModel } from "./model.ts";

/** Runs are cut here so that a failure's trail stays readable. */
const MAX_RUN_STEPS = 250;
const MAX_STEPS = 200_000;

export interface ReachedSnapshot {
  key: string;
  trail: readonly string[];
  snapshot: AnyMachineSnapshot;
}

export interface Walk {
  /** Distinct places: states with what guards read, timers, running actors. */
  places: number;
  /** Everything that can happen, in every place. */
  moves: number;
  steps: number;
  runs: number;
  edges: number;
  walkedEdges: number;
  /** Pairs of edges that can be taken one right after the other; each was. */
  edgePairs: number;
  unwalked: readonly string[];
  snapshots: readonly ReachedSnapshot[];
}

/** A place with all that leads on from it. */
export interface WalkedPlace {
  snapshot: AnyMachineSnapshot;
  ways: readonly WalkedWay[];
}

export interface WalkedWay {
  stimulus: string;
  /** Taken in one go, in their order. */
  edges: readonly string[];
  place: WalkedPlace;
}

interface Exit {
  /** Edges taken together; null: the stimulus was ignored. */
  taken: Taken | null;
  place: Place;
}

interface Place extends WalkedPlace {
  key: string;
  stimuli: readonly string[];
  exits: Map<string, Exit>;
  /** The exits that lead on; an ignored stimulus leads nowhere. */
  ways: Way[];
  positions: Map<Taken, Position>;
}

interface Way extends WalkedWay {
  position: Position;
}

/** Edges taken in one go, and what has been taken right after them. */
interface Taken {
  id: string;
  edges: readonly string[];
  followers: Set<Taken>;
}

/** A place together with the edges that led there. */
interface Position {
  taken: Taken;
  place: Place;
  /** Nothing is left to do here, and never will be again. */
  isFinished: boolean;
  /** The number of the last search that came here. */
  search: number;
  /** Where that search came from. */
  previous: Position | null;
  /** What led here from there. */
  stimulus: string;
}

/**
 * Walks a machine on live actors until in every place that can be reached everything that can happen has happened,
 * and every pair of transitions that can follow each other has. The first fault throws.
 */
export async function walkModel(model: WalkedModel): Promise<Walk> {
  const walker = new Walker(model);
  await walker.walk();
  return walker.report();
}

/** The places where each input starts, with all that leads on from them: what can happen there has happened once. */
export async function reachPlaces(model: WalkedModel): Promise<readonly WalkedPlace[]> {
  const walker = new Walker(model, false);
  await walker.walk();
  return walker.starts;
}

class Walker {
  readonly #model: WalkedModel;
  readonly #isPaired: boolean;
  readonly #places = new Map<string, Place>();
  readonly #taken = new Map<string, Taken>();
  readonly #edges = new Set<string>();
  readonly #snapshots: ReachedSnapshot[] = [];
  readonly #starts: Place[] = [];
  #steps = 0;
  #runs = 0;
  #searches = 0;

  /** @param isPaired whether it walks each pair of transitions, too */
  constructor(model: WalkedModel, isPaired = true) {
    this.#model = model;
    this.#isPaired = isPaired;
  }

  /** Where each input starts, in the model's order. */
  get starts(): readonly WalkedPlace[] {
    return this.#starts;
  }

  async walk(): Promise<void> {
    for (const index of this.#model.inputs.keys()) while (await this.#runOnce(index));
  }

  report(): Walk {
    const edges = listEdges(this.#model.machine);
    return {
      places: this.#places.size,
      moves: [...this.#places.values()].reduce((sum, place) => sum + place.exits.size, 0),
      steps: this.#steps,
      runs: this.#runs,
      edges: edges.length,
      walkedEdges: this.#edges.size,
      edgePairs: [...this.#taken.values()].reduce((sum, taken) => sum + taken.followers.size, 0),
      unwalked: edges.filter((edge) => !this.#edges.has(edge.id)).map((edge) => edge.id),
      snapshots: this.#snapshots,
    };
  }

  /** One run from an input. Answers whether it found anything left to do. */
  async #runOnce(inputIndex: number): Promise<boolean> {
    const run = new LiveRun(this.#model, this.#model.inputs[inputIndex]);
    let position = this.#locate(this.#getTaken(["start"]), this.#reach(run, run.getKey()));
    this.#starts[inputIndex] = position.place;
    let left = MAX_RUN_STEPS;
    while (left > 0) {
      const route = this.#findRoute(position);
      if (route === undefined) break;
      for (const stimulus of route) {
        left -= 1;
        position = await this.#move(run, position, stimulus);
      }
    }
    await run.stop();
    this.#runs += 1;
    return left < MAX_RUN_STEPS;
  }

  async #move(run: LiveRun, position: Position, stimulusId: string): Promise<Position> {
    const stimulus = run.findStimulus(stimulusId);
    if (stimulus === undefined)
      throw new Error(
        `${stimulusId} cannot happen: the model's key hides something\n    after: ${run.trail.join(" → ")}`,
      );
    const step = await run.perform(stimulus);
    this.#steps += 1;
    if (this.#steps > MAX_STEPS)
      throw new Error(`more than ${String(MAX_STEPS)} steps: the model's key grows without end, e.g. ${step.key}`);
    for (const edge of step.edges) this.#edges.add(edge);
    const taken = step.edges.length === 0 ? null : this.#getTaken(step.edges);
    const place = step.key === position.place.key ? position.place : this.#reach(run, step.key);
    this.#setExit(run, position.place, stimulusId, { taken, place });
    if (taken === null) return this.#locate(position.taken, place);
    position.taken.followers.add(taken);
    return this.#locate(taken, place);
  }

  /** Where pairs do not count, a place is the same whatever has led there. */
  #locate(taken: Taken, place: Place): Position {
    return getPosition(this.#isPaired ? taken : this.#getTaken(["anything"]), place);
  }

  #setExit(run: LiveRun, place: Place, stimulusId: string, exit: Exit): void {
    const known = place.exits.get(stimulusId);
    if (known !== undefined && (known.place !== exit.place || known.taken !== exit.taken)) {
      throw new Error(
        `the model's key does not hold all that guards read: ${stimulusId} in\n    ${place.key}\n    led by ${known.taken?.id ?? "nothing"} to ${known.place.key}\n    now by ${exit.taken?.id ?? "nothing"} to ${exit.place.key}\n    after: ${run.trail.join(" → ")}`,
      );
    }
    place.exits.set(stimulusId, exit);
    const { taken, place: next } = exit;
    if (known === undefined && taken !== null)
      place.ways.push({ stimulus: stimulusId, edges: taken.edges, place: next, position: this.#locate(taken, next) });
  }

  #getTaken(edges: readonly string[]): Taken {
    const id = edges.join(" + ");
    const known = this.#taken.get(id);
    if (known !== undefined) return known;
    const taken: Taken = { id, edges, followers: new Set() };
    this.#taken.set(id, taken);
    return taken;
  }

  #reach(run: LiveRun, key: string): Place {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const { snapshot } = run;
    const place: Place = {
      key,
      snapshot,
      stimuli: run.listStimuli().map((stimulus) => stimulus.id),
      exits: new Map(),
      ways: [],
      positions: new Map(),
    };
    this.#places.set(key, place);
    this.#snapshots.push({ key, trail: [...run.trail], snapshot });
    return place;
  }

  /** Shortest list of stimuli that ends with something not done yet; undefined when all that can be reached is done. */
  #findRoute(from: Position): readonly string[] | undefined {
    this.#searches += 1;
    from.search = this.#searches;
    from.previous = null;
    const queue = [from];
    for (const position of queue) {
      const open = findOpen(position);
      if (open !== undefined) return [...traceBack(position), open];
      for (const { stimulus, position: next } of position.place.ways) {
        if (next.search === this.#searches) continue;
        next.search = this.#searches;
        next.previous = position;
        next.stimulus = stimulus;
        queue.push(next);
      }
    }
    return undefined;
  }
}

function getPosition(taken: Taken, place: Place): Position {
  const known = place.positions.get(taken);
  if (known !== undefined) return known;
  const position: Position = { taken, place, isFinished: false, search: 0, previous: null, stimulus: "" };
  place.positions.set(taken, position);
  return position;
}

function findOpen(position: Position): string | undefined {
  if (position.isFinished) return undefined;
  const { taken, place } = position;
  const open = place.stimuli.find((stimulus) => {
    const exit = place.exits.get(stimulus);
    return exit === undefined || (exit.taken !== null && !taken.followers.has(exit.taken));
  });
  if (open === undefined) position.isFinished = true;
  return open;
}

function traceBack(end: Position): string[] {
  const route: string[] = [];
  for (let at = end; at.previous !== null; at = at.previous) route.unshift(at.stimulus);
  return route;
}
