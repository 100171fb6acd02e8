import { fromPromise, type PromiseActorLogic } from "xstate";

/**
 * Names what a machine needs from the world. The logic rejects until the composition root provides the real actor.
 * @param name `<machine>.<actor>`, shown in the rejection
 */
export function provideActor<Output, Input = undefined>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`provide ${name}`)));
}
