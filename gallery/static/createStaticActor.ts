import type { ActorRefFrom, AnyActorLogic, SnapshotFrom } from "xstate";

import { nothing } from "../nothing.ts";

const silence = { unsubscribe: () => undefined };

/** An actor that keeps one snapshot: it answers no event and emits none. */
export function createStaticActor<Logic extends AnyActorLogic>(snapshot: SnapshotFrom<Logic>): ActorRefFrom<Logic> {
  const actor = {
    getSnapshot: () => snapshot,
    send: nothing,
    subscribe: () => silence,
    system: { inspect: () => silence },
    on: () => silence,
  };
  // Screens ask for no more than this.
  return actor as unknown as ActorRefFrom<Logic>;
}
