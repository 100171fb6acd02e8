/** Set-up of a run: gives one chart the mutant that the file's task names. */
import { vi } from "vitest";
import type * as XState from "xstate";
import { MutantList } from "./MutantList.ts";
import type { ChartPart } from "./MutantList.ts";
import type { MutantRun } from "./openMutant.ts";

/** The run that loaded a chart, by the configuration that all variants of the chart share. */
const RUNS = new WeakMap<object, MutantRun>();

/** A mutant that goes round in circles within one transition. */
const MAX_ITERATIONS = 2_000;

vi.mock("xstate", async (importOriginal) => {
  const original = await importOriginal<typeof XState>();
  countTransitions(original.StateMachine.prototype);
  const setup = (parts: ChartPart) => {
    const made = original.setup(parts);
    const createMachine = (config: ChartPart) => {
      const run = globalThis.mutantRun;
      if (run !== undefined) RUNS.set(config, run);
      if (run === undefined || config["id"] !== run.task.machine) return made.createMachine(config as never);
      const list = new MutantList({ setup: parts, config }, original as never);
      run.mutants = list.mutants.map(({ id }) => id);
      const mutant = list.mutants.find((_, index) => index === run.task.mutant);
      const source = mutant === undefined ? { setup: parts, config } : list.apply(mutant);
      const limited = { ...source.config, options: { maxIterations: MAX_ITERATIONS } };
      RUNS.set(limited, run);
      return original.setup(source.setup as never).createMachine(limited as never);
    };
    return { ...made, createMachine };
  };
  return { ...original, setup };
});

const COUNTED = Symbol("counted");

/**
 * A loop of promises lets nothing else of the worker run, so that only its own transitions can end it. What goes on
 * after its run is over stands still, and disturbs no later one.
 */
function countTransitions(prototype: XState.AnyStateMachine & { [COUNTED]?: true }): void {
  if (prototype[COUNTED]) return;
  prototype[COUNTED] = true;
  Object.defineProperty(prototype, "transition", {
    value: new Proxy(Reflect.get(prototype, "transition") as () => unknown, {
      apply: (transition, machine: XState.AnyStateMachine, parameters) => {
        const run = RUNS.get(machine.config);
        if (run?.isOver === true) return parameters[0];
        if (run !== undefined && ++run.transitions > run.task.maxTransitions)
          throw new Error("it goes round in circles");
        return Reflect.apply(transition, machine, parameters);
      },
    }),
  });
}
