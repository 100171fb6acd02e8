import { useSelector } from "@xstate/react";
import { useCallback, useSyncExternalStore } from "react";
import type { AnyActorRef, SnapshotFrom, ActorRefFrom } from "xstate";
import type { ServiceLogics, ServiceName } from "#machines/app/app.machine.ts";
import { getService } from "#src/getService.ts";
import { useApp } from "./useApp.ts";

/** The present snapshot of a running actor. Throws the error of one that broke, for the error boundary. */
export function useSnapshot<ActorRef extends AnyActorRef>(actor: ActorRef): SnapshotFrom<ActorRef> {
  return useSelector(actor as AnyActorRef, (snapshot) => snapshot as SnapshotFrom<ActorRef>);
}

/** The present snapshot of an actor, or null without one. Returns the snapshot of an actor that broke instead of throwing. */
export function useOptionalSnapshot<ActorRef extends AnyActorRef>(
  actor: ActorRef | null,
): SnapshotFrom<ActorRef> | null {
  const subscribe = useCallback(
    (notify: () => void) => {
      const subscription = actor?.subscribe({ next: notify, error: notify, complete: notify });
      return () => subscription?.unsubscribe();
    },
    [actor],
  );
  return useSyncExternalStore(subscribe, () =>
    actor === null ? null : (actor.getSnapshot() as SnapshotFrom<ActorRef>),
  );
}

/** A service of the root. Read it with `view<Name>(useSnapshot(…))`. */
export function useService<Name extends ServiceName>(name: Name): ActorRefFrom<ServiceLogics[Name]> {
  return getService(useApp().root, name);
}
