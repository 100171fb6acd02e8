import type { AnyActorRef, SnapshotFrom } from "xstate";

import { useOptionalSnapshot } from "./useOptionalSnapshot.ts";

/** The present snapshot of a running actor. Throws the error of one that broke, for the error boundary. */
export function useSnapshot<ActorRef extends AnyActorRef>(actor: ActorRef): SnapshotFrom<ActorRef> {
  const snapshot = useOptionalSnapshot<AnyActorRef>(actor);
  if (snapshot?.status === "error") throw snapshot.error;
  return snapshot as SnapshotFrom<ActorRef>;
}
