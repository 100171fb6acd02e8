import type { AnyActorLogic } from "xstate";

/**
 * Stands in for a flow's logic until the chunk with the real one has come, so that the root actor can be created first
 * and the first screen does not carry every flow's code.
 */
export interface LateLogic<Logic extends AnyActorLogic> {
  logic: Logic;
  provide: (logic: Logic) => void;
  isProvided: () => boolean;
}

export function createLateLogic<Logic extends AnyActorLogic>(name: string): LateLogic<Logic> {
  let provided: Logic | null = null;
  const read = (): Logic => {
    if (provided === null) throw new Error(`provide ${name}`);
    return provided;
  };
  return {
    // Every property is the real logic's own; the stand-in has none.
    logic: new Proxy({} as Logic, {
      get: (_, key) => Reflect.get(read(), key) as unknown,
      has: (_, key) => Reflect.has(read(), key),
    }),
    provide: (logic) => {
      provided = logic;
    },
    isProvided: () => provided !== null,
  };
}
