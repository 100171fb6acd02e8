import { useSelector } from "@xstate/react";
import type { AnyActorRef, SnapshotFrom } from "xstate";

/** The present snapshot of a running actor. Throws the error of one that broke, for the error boundary. */
export function useSnapshot<ActorRef extends AnyActorRef>(actor: ActorRef): SnapshotFrom<ActorRef> {
  return useSelector(actor as AnyActorRef, (snapshot) => snapshot as SnapshotFrom<ActorRef>);
}
