import type { Location, NavigateFunction } from "react-router-dom";
import type { AnyActorRef, EventFromLogic, InputFrom, SnapshotFrom, Subscription } from "xstate";

import type { FlowLogics, FlowName } from "#machines/app/flows.ts";
import type { Effect } from "#machines/kit/effects.ts";
import { type ActorsOf, provideAll } from "#machines/kit/provide.ts";
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

/** The flow of a chart with all of its actors. */
export function defineFlow<Name extends FlowName, View, Asked = InputFrom<FlowLogics[Name]>>(
  name: Name,
  machine: FlowLogics[Name],
  createActors: (app: App) => ActorsOf<FlowLogics[Name]>,
  view: Flow<Name, View>["view"],
  rest: Pick<Flow<Name, View, Asked>, "prepare" | "leave"> = {},
): Flow<Name, View, Asked> {
  return { name, create: (app) => provideAll(machine, createActors(app)), view, ...rest };
}

/** Where a flow's screen is, what leads on from there, and where what is typed is kept. */
export interface Place extends Pick<PreparedFlow<FlowName>, "draftKey"> {
  navigate: NavigateFunction;
  location: Pick<Location, "pathname" | "search">;
  /** Reads anew what the page shows beside the flow. */
  onOutdated?: (() => void) | undefined;
}

/** Has what a flow emits be heard, and what each chart that it starts from now on does, from its first step on. */
export function hear(flow: AnyActorRef, listen: (effect: Effect) => void): Subscription {
  const isOf = (actor: AnyActorRef | undefined): boolean =>
    actor === flow || (actor !== undefined && isOf(actor._parent));
  flow.on("*", listen);
  return flow.system.inspect(({ type, actorRef }) => {
    const actor = actorRef as AnyActorRef;
    if (type === "@xstate.actor" && isOf(actor)) actor.on("*", listen);
  });
}

/** The one listener: it does what charts ask the app itself for. */
export function carryOut(
  { root, messenger, drafts, attempts }: Pick<App, "root" | "messenger" | "drafts" | "attempts">,
  { navigate, location: { pathname, search }, draftKey, onOutdated }: Place,
  effect: Effect,
): void {
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
      if (effect.to !== window.location.search) void navigate(effect.to, { replace: true });
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
    case "leaveApp":
      window.location.assign(effect.url);
      break;
    case "wallet.asked":
      attempts?.ask(effect.id, effect.text);
      break;
    case "wallet.answered":
      attempts?.end(effect.id, effect.answer);
      break;
    case "page.outdated":
      onOutdated?.();
      break;
    default:
      effect satisfies never;
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
