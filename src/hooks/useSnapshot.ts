import { useCallback, useSyncExternalStore } from "react";
import type { AnyActorRef, SnapshotFrom } from "xstate";

/** The present snapshot of a running actor, or null without one. */
export function useOptionalSnapshot<ActorRef extends AnyActorRef>(
  actor: ActorRef | null,
): SnapshotFrom<ActorRef> | null {
  const subscribe = useCallback(
    (notify: () => void) => {
      const subscription = actor?.subscribe({ next: notify, error: notify, complete: notify });
      return () => {
        subscription?.unsubscribe();
      };
    },
    [actor],
  );
  return useSyncExternalStore(subscribe, () =>
    actor === null ? null : (actor.getSnapshot() as SnapshotFrom<ActorRef>),
  );
}

/** The present snapshot of a running actor. */
export function useSnapshot<ActorRef extends AnyActorRef>(actor: ActorRef): SnapshotFrom<ActorRef> {
  return useOptionalSnapshot(actor) as SnapshotFrom<ActorRef>;
}
