import type { AnyActorRef, EmittedFrom, EventFromLogic, InputFrom, SnapshotFrom } from "xstate";

import type { FlowLogics, FlowName } from "#machines/app/flows.ts";
import type { Effect } from "#machines/kit/effects.ts";
import type { App } from "#src/createApp.ts";

/** What the app itself gives to a flow that is to be started, and what it does for it. */
export interface PreparedFlow<Name extends FlowName> {
  input: InputFrom<FlowLogics[Name]>;
  /** Hears what the flow emits, before the screen does. */
  heed?: (event: EmittedFrom<FlowLogics[Name]>) => void;
}

/**
 * What a screen needs to start a flow: its name at the root, its logic with all actors provided, its view. `Asked` is what
 * only the screen knows of its input.
 */
export interface Flow<Name extends FlowName, View, Asked = InputFrom<FlowLogics[Name]>> {
  name: Name;
  create: (app: App) => FlowLogics[Name];
  view: (snapshot: SnapshotFrom<FlowLogics[Name]>) => View;
  /** Adds what the device keeps or makes up, e.g. a draft; absent where the screen knows the whole input. */
  prepare?: (app: App, asked: Asked) => PreparedFlow<Name>;
  /** Told to a flow whose screen is left, which ends by itself once it has finished what it began. Else it is stopped. */
  leave?: EventFromLogic<FlowLogics[Name]>;
}

/**
 * The one listener: it hears all that flows emit, and does what they ask the app itself for.
 *
 * @returns false for the rest, which is the screen's
 */
export function carryOut({ root, messenger }: Pick<App, "root" | "messenger">, effect: Effect): boolean {
  switch (effect.type) {
    case "vibrate":
      messenger.vibrate(effect.kind);
      return true;
    case "toast.show":
    case "app.userChanged":
      root.send(effect);
      return true;
    default:
      effect satisfies never;
      return false;
  }
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
