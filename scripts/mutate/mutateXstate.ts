/** Set-up of a run: gives one chart the mutant that the file's task names. */
import { vi } from "vitest";
import type * as XState from "xstate";
import { MutantList } from "./MutantList.ts";
import type { ChartPart } from "./MutantList.ts";
import type { MutantRun } from "./openMutant.ts";

/** A mutant that goes round in circles within one transition. */
const MAX_ITERATIONS = 2_000;

vi.mock("xstate", async (importOriginal) => {
  const original = await importOriginal<typeof XState>();
  countTransitions(original.StateMachine.prototype);
  const setup = (parts: ChartPart) => {
    const made = original.setup(parts);
    const createMachine = (config: ChartPart) => {
      const run = globalThis.mutantRun;
      if (run === undefined || config["id"] !== run.task.machine)
        return followRun(made.createMachine(config as never), run);
      const list = new MutantList({ setup: parts, config }, original as never);
      run.mutants = list.mutants.map(({ id }) => id);
      const mutant = list.mutants.find((_, index) => index === run.task.mutant);
      const source = mutant === undefined ? { setup: parts, config } : list.apply(mutant);
      const limited = { ...source.config, options: { maxIterations: MAX_ITERATIONS } };
      return followRun(original.setup(source.setup as never).createMachine(limited as never), run);
    };
    return { ...made, createMachine };
  };
  return { ...original, setup };
});

/** The run that loaded a chart, by the configuration that all variants of the chart share. */
type Runs = WeakMap<object, MutantRun>;

/** Known to all of a worker's set-ups, which share one XState. */
const RUNS = Symbol.for("mutate.runs");

type Prototype = XState.AnyStateMachine & { [RUNS]?: Runs };

function followRun<Machine extends { readonly config: object }>(machine: Machine, run: MutantRun | undefined): Machine {
  const runs = (Object.getPrototypeOf(machine) as Prototype)[RUNS];
  if (run !== undefined) runs?.set(machine.config, run);
  return machine;
}

/**
 * A loop of promises lets nothing else of the worker run, so that only its own transitions can end it. What goes on
 * after its run is over stands still, and disturbs no later one.
 */
function countTransitions(prototype: Prototype): void {
  if (prototype[RUNS] !== undefined) return;
  const runs: Runs = new WeakMap();
  prototype[RUNS] = runs;
  Object.defineProperty(prototype, "transition", {
    value: new Proxy(Reflect.get(prototype, "transition") as () => unknown, {
      apply: (transition, machine: XState.AnyStateMachine, parameters) => {
        const run = runs.get(machine.config);
        if (run?.isOver === true) return parameters[0];
        if (run !== undefined && ++run.transitions > run.task.maxTransitions)
          throw new Error("it goes round in circles");
        return Reflect.apply(transition, machine, parameters);
      },
    }),
  });
}
