import { type AnyActorLogic, fromPromise, type PromiseActorLogic } from "xstate";

/**
 * Names what a machine needs from the world. The logic rejects until the composition root provides the real actor.
 * @param name `<machine>.<actor>`, shown in the rejection
 */
export function provideActor<Output, Input = undefined>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`provide ${name}`)));
}

interface Providable {
  provide: (implementations: { actors?: object }) => unknown;
}

/** All actors that a chart names. */
export type ActorsOf<Machine extends Providable> = Required<NonNullable<Parameters<Machine["provide"]>[0]["actors"]>>;

/** A chart with each actor that it names: one that is left out does not compile. */
export function provideAll<Machine extends Providable>(machine: Machine, actors: ActorsOf<Machine>): Machine {
  return machine.provide({ actors }) as Machine;
}

/**
 * Names child machines by their types alone, so that a parent does not carry its children's code.
 * Until the composition root provides one, that child fails with `provide <parent>.<name>`.
 */
export function provideLogics<Logics extends { [Name in keyof Logics]: AnyActorLogic }>(
  parent: string,
  names: { [Name in keyof Logics]: true },
): { [Name in keyof Logics]: Logics[Name] } {
  return Object.fromEntries(
    Object.keys(names).map((name) => [name, provideActor<never>(`${parent}.${name}`)]),
  ) as unknown as { [Name in keyof Logics]: Logics[Name] };
}
