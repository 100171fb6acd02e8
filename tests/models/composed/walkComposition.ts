import { BrokenRule, ComposedRun } from "./ComposedRun.ts";
import type { Composition } from "./composition.ts";
import { createChance } from "./createChance.ts";
import { shortenWay, type Way } from "./shortenWay.ts";

/** How far a run goes on from the place that it began at. */
const ROAM_STEPS = 8;

export interface ComposedWalk {
  steps: number;
  /** States of all charts together. */
  places: number;
  /** Transitions taken, by chart. */
  edges: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Place {
  /** The shortest one known. */
  way: Way;
  /** What the run said of it; null for a start. */
  at: string | null;
  begun: number;
}

/**
 * Goes to the place where the fewest runs began, and lets anything happen from there that can, mostly what happened least.
 * The same seed walks the same way. The first fault throws, with the fewest steps that lead to it.
 */
export async function walkComposition(composition: Composition, seed: number): Promise<ComposedWalk> {
  const chance = createChance(seed);
  const edges = new Map<string, Set<string>>();
  const places = new Map<string, Place>();
  /** How often each thing happened in each place. */
  const counts = new Map<string, number>();
  let steps = 0;
  for (const input of composition.inputs)
    places.set(JSON.stringify([input]), { way: { input, stimuli: [] }, at: null, begun: 0 });
  while (steps < composition.steps) {
    const place = findLeastBegun([...places.values()]);
    place.begun += 1;
    const { input } = place.way;
    const stimuli: string[] = [];
    const run = new ComposedRun(composition, input, edges);
    const note = (id: string): string => {
      stimuli.push(id);
      steps += 1;
      return id;
    };
    try {
      for (const id of place.way.stimuli) await run.repeat(note(id));
      if (place.at !== null && run.getPlace() !== place.at)
        throw new Error(`the same steps lead elsewhere: ${stimuli.join(" → ")}`);
      for (let roamed = 0; roamed < ROAM_STEPS; roamed += 1) {
        const at = JSON.stringify([input, run.getPlace()]);
        const id = findRarest(run.listStimuli(), (one) => counts.get(`${at} ${one}`) ?? 0, chance);
        if (id === undefined) break;
        counts.set(`${at} ${id}`, (counts.get(`${at} ${id}`) ?? 0) + 1);
        await run.perform(note(id));
        // From another input the same states may be another story.
        const reachedAt = run.getPlace();
        const reached = JSON.stringify([input, reachedAt]);
        const known = places.get(reached);
        if (known === undefined)
          places.set(reached, { way: { input, stimuli: [...stimuli] }, at: reachedAt, begun: 0 });
        else if (stimuli.length < known.way.stimuli.length) known.way = { input, stimuli: [...stimuli] };
      }
      run.stop();
    } catch (error) {
      if (!(error instanceof BrokenRule)) throw error;
      const { fault, way } = await shortenWay(composition, { fault: error, way: { input, stimuli } });
      throw new Error(
        `${fault.message}\n    in: ${composition.name}, seed ${String(seed)}, from ${JSON.stringify(input)}\n    after: ${way.stimuli.join(" → ") || "the start"}`,
        { cause: error },
      );
    }
  }
  return { steps, places: places.size, edges };
}

function findLeastBegun(places: readonly Place[]): Place {
  return places.reduce((least, place) =>
    place.begun < least.begun || (place.begun === least.begun && place.way.stimuli.length < least.way.stimuli.length)
      ? place
      : least,
  );
}

function findRarest(ids: readonly string[], count: (id: string) => number, chance: () => number): string | undefined {
  const least = Math.min(...ids.map(count));
  const rarest = ids.filter((id) => count(id) === least);
  return rarest[Math.floor(chance() * rarest.length)];
}
