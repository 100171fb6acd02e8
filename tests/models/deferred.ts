import { fromPromise, type AnyActorLogic, type AnyActorRef, type AnyStateMachine } from "xstate";
import type { Stimulus } from "./LiveRun.ts";
import type { WalkedModel } from "./model.ts";

/** A request whose end the walk decides. */
export interface Deferred {
  self: AnyActorRef;
  signal: AbortSignal;
  input: unknown;
  isSettled: boolean;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

/** By system: runs share a chart, because a chart is costly to build. */
const deferredOf = new WeakMap<object, Deferred[]>();

/** Stands for every request of a chart. */
export const deferredLogic = fromPromise<unknown, unknown>(
  ({ self, signal, input }) =>
    new Promise((resolve, reject) => {
      listDeferred(self).push({ self, signal, input, isSettled: false, resolve, reject });
    }),
);

/** The chart with what `choose` gives for each thing that it needs. */
export function provideEach(
  machine: AnyStateMachine,
  choose: (name: string, logic: AnyActorLogic) => AnyActorLogic,
): AnyStateMachine {
  const { actors } = machine.implementations as { actors: Readonly<Record<string, AnyActorLogic>> };
  return machine.provide({
    actors: Object.fromEntries(Object.entries(actors).map(([name, logic]) => [name, choose(name, logic)])) as never,
  });
}

/** All requests of an actor's run so far. */
export function listDeferred({ system }: Pick<AnyActorRef, "system">): Deferred[] {
  const known = deferredOf.get(system);
  if (known !== undefined) return known;
  const deferred: Deferred[] = [];
  deferredOf.set(system, deferred);
  return deferred;
}

/** The ways in which a request can end. */
export function listEnds(outcomes: WalkedModel["outcomes"][string], deferred: Deferred): Stimulus[] {
  const { id } = deferred.self;
  const settle = (end: () => void) => () => {
    deferred.isSettled = true;
    end();
  };
  return [
    ...outcomes.done.map((output, index) => ({
      id: `done(${id})#${String(index)}`,
      perform: settle(() => deferred.resolve(output)),
    })),
    ...outcomes.error.map((error, index) => ({
      id: `error(${id})#${String(index)}`,
      perform: settle(() => deferred.reject(error)),
    })),
  ];
}
