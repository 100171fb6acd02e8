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

interface Exit {
  /** Edges taken, joined; empty: the stimulus was ignored. */
  edges: string;
  place: Place;
}

interface Place {
  key: string;
  stimuli: readonly string[];
  exits: Map<string, Exit>;
}

/** A place together with the edges that led there. */
interface Position {
  id: string;
  edges: string;
  place: Place;
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

function joinPair(first: string, second: string): string {
  return `${first} | ${second}`;
}

class Walker {
  readonly #model: WalkedModel;
  readonly #places = new Map<string, Place>();
  readonly #edges = new Set<string>();
  readonly #pairs = new Set<string>();
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
    return {
      places: this.#places.size,
      moves: [...this.#places.values()].reduce((sum, place) => sum + place.exits.size, 0),
      steps: this.#steps,
      runs: this.#runs,
      edges: edges.length,
      walkedEdges: this.#edges.size,
      edgePairs: this.#pairs.size,
      unwalked: edges.filter((edge) => !this.#edges.has(edge.id)).map((edge) => edge.id),
      snapshots: this.#snapshots,
    };
  }

  /** One run from an input. Answers whether it found anything left to do. */
  async #runOnce(inputIndex: number): Promise<boolean> {
    const run = new LiveRun(this.#model, this.#model.inputs[inputIndex]);
    let position = toPosition("start", this.#reach(run));
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
    const stimulus = run.listStimuli().find((candidate) => candidate.id === stimulusId);
    if (stimulus === undefined) throw new Error(`${stimulusId} cannot happen: the model's key hides something\n    after: ${run.trail.join(" → ")}`);
    const step = await run.perform(stimulus);
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new Error(`more than ${String(MAX_STEPS)} steps: the model's key grows without end, e.g. ${step.key}`);
    const exit: Exit = { edges: step.edges.join(" + "), place: step.key === position.place.key ? position.place : this.#reach(run) };
    this.#keepExit(run, position.place, stimulusId, exit);
    for (const edge of step.edges) this.#edges.add(edge);
    if (exit.edges === "") return { ...position, place: exit.place };
    this.#pairs.add(joinPair(position.edges, exit.edges));
    return toPosition(exit.edges, exit.place);
  }

  #keepExit(run: LiveRun, place: Place, stimulusId: string, exit: Exit): void {
    const known = place.exits.get(stimulusId);
    if (known !== undefined && (known.place !== exit.place || known.edges !== exit.edges)) {
      throw new Error(
        `the model's key does not hold all that guards read: ${stimulusId} in\n    ${place.key}\n    led by ${known.edges} to ${known.place.key}\n    now by ${exit.edges} to ${exit.place.key}\n    after: ${run.trail.join(" → ")}`,
      );
    }
    place.exits.set(stimulusId, exit);
  }

  #reach(run: LiveRun): Place {
    const key = run.getKey();
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place: Place = { key, stimuli: run.listStimuli().map((stimulus) => stimulus.id), exits: new Map() };
    this.#places.set(key, place);
    this.#snapshots.push({ key, trail: [...run.trail], snapshot: run.snapshot });
    return place;
  }

  #findOpen({ edges, place }: Position): string | undefined {
    return place.stimuli.find((stimulus) => {
      const exit = place.exits.get(stimulus);
      return exit === undefined || (exit.edges !== "" && !this.#pairs.has(joinPair(edges, exit.edges)));
    });
  }

  /** Shortest list of stimuli that ends with something not done yet; undefined when all that can be reached is done. */
  #findRoute(from: Position): readonly string[] | undefined {
    const queue: { position: Position; route: readonly string[] }[] = [{ position: from, route: [] }];
    const seen = new Set([from.id]);
    for (const { position, route } of queue) {
      const open = this.#findOpen(position);
      if (open !== undefined) return [...route, open];
      for (const [stimulus, exit] of position.place.exits) {
        if (exit.place === position.place && exit.edges === "") continue;
        const next = toPosition(exit.edges === "" ? position.edges : exit.edges, exit.place);
        if (seen.has(next.id)) continue;
        seen.add(next.id);
        queue.push({ position: next, route: [...route, stimulus] });
      }
    }
    return undefined;
  }
}

function toPosition(edges: string, place: Place): Position {
  return { id: `${edges} @ ${place.key}`, edges, place };
}
