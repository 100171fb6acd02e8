import type { Location, NavigateFunction } from "react-router-dom";
import type { AnyActorRef, EventFromLogic, InputFrom, SnapshotFrom } from "xstate";

import type { FlowLogics, FlowName } from "#machines/app/flows.ts";
import type { Effect } from "#machines/kit/effects.ts";
import type { App } from "#src/createApp.ts";
import { getService } from "#src/getService.ts";
import { buildCodePath } from "#src/routes/links.ts";

/** What the app itself gives to a flow that is to be started. */
export interface PreparedFlow<Name extends FlowName> {
  input: InputFrom<FlowLogics[Name]>;
  /** Where what is typed in it is among the drafts. */
  draftKey?: string;
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

/** Where a flow's screen is, and what leads on from there. */
export interface Place {
  navigate: NavigateFunction;
  location: Pick<Location, "pathname" | "search">;
}

/**
 * The one listener: it hears all that flows emit, and does what they ask the app itself for.
 *
 * @returns false for the rest, which is the screen's
 */
export function carryOut(
  { root, messenger, drafts }: Pick<App, "root" | "messenger" | "drafts">,
  { navigate, location: { pathname, search } }: Place,
  effect: Effect,
  draftKey: string | undefined,
): boolean {
  switch (effect.type) {
    case "vibrate":
      messenger.vibrate(effect.kind);
      break;
    case "draft.changed":
      if (draftKey !== undefined) drafts.write(draftKey, effect.text);
      break;
    case "toast.show":
    case "app.userChanged":
      root.send(effect);
      break;
    case "session.accountDeleted":
      getService(root, "session").send(effect);
      break;
    case "navigate":
      void navigate(effect.to, { replace: true });
      break;
    case "code.wanted":
      void navigate(buildCodePath(pathname + search, effect.isForgotten));
      break;
    case "left":
      messenger.pressBack();
      break;
    case "openLink":
      if (effect.url.startsWith("/")) void navigate(effect.url);
      else messenger.openLink(effect.url);
      break;
    default:
      effect satisfies never;
      return false;
  }
  return true;
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
