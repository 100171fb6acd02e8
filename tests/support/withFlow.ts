import type { AnyActorRef } from "xstate";

import { createStaticActor } from "#gallery/static/createStaticActor.ts";
import type { appMachine } from "#machines/app/app.machine.ts";
import type { FlowName } from "#machines/app/flows.ts";
import type { App } from "#src/createApp.ts";

/** The app with this flow under way, as its root would run it; else the root stands still. */
export function withFlow(app: App, flow: FlowName, actor: AnyActorRef): App {
  const snapshot = app.root.getSnapshot();
  const root = createStaticActor<typeof appMachine>({
    ...snapshot,
    children: { ...snapshot.children, [flow]: actor },
    context: { ...snapshot.context, flows: [{ id: flow, flow }] },
  });
  return { ...app, root };
}
