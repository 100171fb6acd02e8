import type { AnyActorRef, EventFromLogic, SnapshotFrom } from "xstate";

import type { FlowLogics, FlowName } from "#machines/app/flows.ts";
import type { App } from "#src/createApp.ts";

/** What a screen needs to start a flow: its name at the root, its logic with all actors provided, its view. */
export interface Flow<Name extends FlowName, View> {
  name: Name;
  create: (app: App) => FlowLogics[Name];
  view: (snapshot: SnapshotFrom<FlowLogics[Name]>) => View;
  /** Told to a flow whose screen is left, which ends by itself once it has finished what it began. Else it is stopped. */
  leave?: EventFromLogic<FlowLogics[Name]>;
}

/** What a flow's screen is given. */
export interface FlowProps<Name extends FlowName, View> {
  view: View;
  send: (event: EventFromLogic<FlowLogics[Name]>) => void;
}

/** A flow with its actor, whose children `useChild` reads. */
export interface StartedFlow<Name extends FlowName, View> extends FlowProps<Name, View> {
  actor: AnyActorRef;
}
