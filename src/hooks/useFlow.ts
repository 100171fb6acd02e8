import { useEffect, useState } from "react";
import {
  createActor,
  type ActorOptions,
  type AnyStateMachine,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
} from "xstate";

import { useSnapshot } from "./useSnapshot.ts";

interface FlowOptions<Logic extends AnyStateMachine, View> {
  /** The machine with its actors provided; called once. */
  create: () => Logic;
  input: InputFrom<Logic>;
  /** Projects the snapshot, `view<Name>` of the machine's folder. */
  view: (snapshot: SnapshotFrom<Logic>) => View;
  /** Sent once after the start: work begins by event. */
  open: EventFromLogic<Logic>;
}

/**
 * Runs a machine as long as the screen stands. A screen for another input is another screen: give it a `key`.
 * @returns the view of the present snapshot, and the way to send the user's events
 */
export function useFlow<Logic extends AnyStateMachine, View>(
  options: FlowOptions<Logic, View>,
): { view: View; send: (event: EventFromLogic<Logic>) => void } {
  const [{ actor, open, send }] = useState(() => {
    const created = createActor(options.create(), { input: options.input } as ActorOptions<Logic>);
    return {
      actor: created,
      open: options.open,
      send: (event: EventFromLogic<Logic>) => {
        created.send(event);
      },
    };
  });
  useEffect(() => {
    actor.start();
    actor.send(open);
    return () => {
      actor.stop();
    };
  }, [actor, open]);
  return { view: options.view(useSnapshot(actor)), send };
}
