import type { ActorRefFrom, AnyActorLogic, AnyMachineSnapshot, SnapshotFrom } from "xstate";

import { noteSent } from "./onStage.ts";

const silence = { unsubscribe: () => undefined };

/** An actor that keeps one snapshot: it notes events, answers none and emits none. */
export function createStaticActor<Logic extends AnyActorLogic>(snapshot: SnapshotFrom<Logic>): ActorRefFrom<Logic> {
  const actor = {
    getSnapshot: () => snapshot,
    send: (event: { type: string }) => {
      noteSent(snapshot as AnyMachineSnapshot, event);
    },
    subscribe: () => silence,
    on: () => silence,
  };
  // Screens ask for no more than this.
  return actor as unknown as ActorRefFrom<Logic>;
}
