import type { AnyActorLogic } from "xstate";
import { provideActor } from "./provideActor.ts";

/**
 * Names a child machine by its type alone, so that a parent does not carry its children's code.
 * Until the composition root provides it, the child fails with `provide <name>`.
 */
export function provideLogic<Logic extends AnyActorLogic>(name: string): Logic {
  return provideActor<never>(name) as unknown as Logic;
}
