import { BrokenRule, ComposedRun } from "./ComposedRun.ts";
import type { Composition } from "./composition.ts";

/** What has to happen, from which input. */
export interface Way {
  input: unknown;
  stimuli: readonly string[];
}

/** A fault and a way to it. */
export interface Failure {
  fault: BrokenRule;
  way: Way;
}

/** Leaves out steps, first many at a time, as long as the same rule breaks. */
export async function shortenWay(composition: Composition, known: Failure): Promise<Failure> {
  let shortest = known;
  let size = known.way.stimuli.length;
  while (size > 1) {
    size = Math.ceil(size / 2);
    for (let start = shortest.way.stimuli.length - size; start >= 0; start -= size) {
      const { input, stimuli } = shortest.way;
      const found = await goAgain(composition, { input, stimuli: stimuli.toSpliced(start, size) });
      if (found?.fault.rule === shortest.fault.rule) shortest = found;
    }
  }
  return shortest;
}

/** A step that cannot happen any more is left out. */
async function goAgain(composition: Composition, { input, stimuli }: Way): Promise<Failure | null> {
  const done: string[] = [];
  const run = new ComposedRun(composition, input, new Map());
  try {
    for (const id of stimuli) {
      if (!run.listStimuli().includes(id)) continue;
      done.push(id);
      await run.perform(id);
    }
    run.stop();
  } catch (error) {
    if (error instanceof BrokenRule) return { fault: error, way: { input, stimuli: done } };
    throw error;
  }
  return null;
}
