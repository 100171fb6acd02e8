import type { ActorRefFrom, AnyActorLogic, SnapshotFrom } from "xstate";

const silence = { unsubscribe: () => undefined };

/** An actor that keeps one snapshot: it ignores events and emits none. */
export function createStaticActor<Logic extends AnyActorLogic>(snapshot: SnapshotFrom<Logic>): ActorRefFrom<Logic> {
  const actor = {
    getSnapshot: () => snapshot,
    send: () => undefined,
    subscribe: () => silence,
    on: () => silence,
  };
  // Screens ask for no more than this.
  return actor as unknown as ActorRefFrom<Logic>;
}
