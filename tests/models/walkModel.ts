import type { AnyMachineSnapshot } from "xstate";
import { listEdges } from "./chartEdges.ts";
import { LiveRun, type Step, type Stimulus } from "./LiveRun.ts";
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
  /** Distinct moves between places, by one stimulus. */
  moves: number;
  /** Pairs of moves made one right after the other. */
  movePairs: number;
  steps: number;
  runs: number;
  edges: number;
  walkedEdges: number;
  /** Pairs of edges taken one right after the other. */
  edgePairs: number;
  unwalked: readonly string[];
  snapshots: readonly ReachedSnapshot[];
}

interface Place {
  key: string;
  stimuli: readonly string[];
  /** Undefined: not tried. Null: ignored there. */
  exits: Map<string, Place | null>;
}

/** A place together with the move that led there: what follows it is a pair. */
interface Position {
  id: string;
  place: Place;
  tried: Set<string>;
}

/**
 * Walks a machine on live actors until, from every place that can be reached, everything that can happen
 * has happened after everything that leads there. The first fault throws.
 */
export async function walkModel(model: WalkedModel): Promise<Walk> {
  const walker = new Walker(model);
  await walker.walk();
  return walker.report();
}

class Walker {
  readonly #model: WalkedModel;
  readonly #places = new Map<string, Place>();
  readonly #positions = new Map<string, Position>();
  readonly #edges = new Set<string>();
  readonly #edgePairs = new Set<string>();
  readonly #snapshots: ReachedSnapshot[] = [];
  #steps = 0;
  #runs = 0;

  constructor(model: WalkedModel) {
    this.#model = model;
  }

  async walk(): Promise<void> {
    for (const index of this.#model.inputs.keys()) while (await this.#runOnce(index));
  }

  report(): Walk {
    const edges = listEdges(this.#model.machine);
    const positions = [...this.#positions.values()];
    return {
      places: this.#places.size,
      moves: positions.length,
      movePairs: positions.reduce((sum, position) => sum + [...position.tried].filter((stimulus) => position.place.exits.get(stimulus) !== null).length, 0),
      steps: this.#steps,
      runs: this.#runs,
      edges: edges.length,
      walkedEdges: this.#edges.size,
      edgePairs: this.#edgePairs.size,
      unwalked: edges.filter((edge) => !this.#edges.has(edge.id)).map((edge) => edge.id),
      snapshots: this.#snapshots,
    };
  }

  /** One run from an input. Answers whether it found anything left to do. */
  async #runOnce(inputIndex: number): Promise<boolean> {
    const run = new LiveRun(this.#model, this.#model.inputs[inputIndex]);
    let position = this.#reach(run, `start#${String(inputIndex)}`);
    let lastEdges: readonly string[] = [];
    let hasWorked = false;
    let left = MAX_RUN_STEPS;
    while (left > 0) {
      const route = this.#findRoute(position);
      if (route === undefined) break;
      for (const stimulusId of route) {
        hasWorked = true;
        left -= 1;
        const { next, step } = await this.#move(run, position, stimulusId);
        position = next;
        for (const edge of step.edges) {
          this.#edges.add(edge);
          for (const previous of lastEdges) this.#edgePairs.add(`${previous} | ${edge}`);
        }
        if (step.edges.length > 0) lastEdges = step.edges;
      }
    }
    await run.stop();
    this.#runs += 1;
    return hasWorked;
  }

  async #move(run: LiveRun, position: Position, stimulusId: string): Promise<{ next: Position; step: Step }> {
    const stimulus = run.listStimuli().find((candidate) => candidate.id === stimulusId);
    if (stimulus === undefined) throw new Error(`${stimulusId} cannot happen: the model's key hides something\n    after: ${run.trail.join(" → ")}`);
    const step = await run.perform(stimulus);
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new Error(`more than ${String(MAX_STEPS)} steps: the model's key grows without end, e.g. ${step.key}`);
    const { place } = position;
    const known = place.exits.get(stimulusId);
    const isIgnored = step.edges.length === 0 && step.key === place.key;
    const knownKey = known === null ? place.key : known?.key;
    if (known !== undefined && knownKey !== step.key) {
      throw new Error(`the model's key does not hold all that guards read: ${stimulusId} in\n    ${place.key}\n    led to ${String(knownKey)}\n    now to ${step.key}\n    after: ${run.trail.join(" → ")}`);
    }
    position.tried.add(stimulusId);
    if (isIgnored) {
      place.exits.set(stimulusId, null);
      return { next: position, step };
    }
    const next = this.#reach(run, `${place.key} ${stimulusId}`);
    place.exits.set(stimulusId, next.place);
    return { next, step };
  }

  #reach(run: LiveRun, id: string): Position {
    const key = run.getKey();
    let place = this.#places.get(key);
    if (place === undefined) {
      place = { key, stimuli: run.listStimuli().map((stimulus: Stimulus) => stimulus.id), exits: new Map() };
      this.#places.set(key, place);
      this.#snapshots.push({ key, trail: [...run.trail], snapshot: run.snapshot });
    }
    let position = this.#positions.get(id);
    if (position === undefined) {
      position = { id, place, tried: new Set() };
      this.#positions.set(id, position);
    }
    return position;
  }

  #findOpen(position: Position): string | undefined {
    return position.place.stimuli.find((stimulus) => {
      const exit = position.place.exits.get(stimulus);
      return exit === undefined || (exit !== null && !position.tried.has(stimulus));
    });
  }

  /** Shortest list of stimuli that ends with something not done yet; undefined when all that can be reached is done. */
  #findRoute(from: Position): readonly string[] | undefined {
    const queue: { position: Position; route: readonly string[] }[] = [{ position: from, route: [] }];
    const seen = new Set([from.id]);
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
      const open = this.#findOpen(entry.position);
      if (open !== undefined) return [...entry.route, open];
      for (const [stimulus, place] of entry.position.place.exits) {
        const id = `${entry.position.place.key} ${stimulus}`;
        if (place === null || seen.has(id)) continue;
        seen.add(id);
        const position = this.#positions.get(id);
        if (position !== undefined) queue.push({ position, route: [...entry.route, stimulus] });
      }
    }
    return undefined;
  }
}
