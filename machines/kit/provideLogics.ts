import type { AnyActorLogic } from "xstate";
import { provideActor } from "./provideActor.ts";

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
