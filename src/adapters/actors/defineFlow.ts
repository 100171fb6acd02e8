import type { InputFrom } from "xstate";

import type { FlowLogics, FlowName } from "#machines/app/flows.ts";
import { type ActorsOf, provideAll } from "#machines/kit/provideAll.ts";
import type { App } from "#src/createApp.ts";

import type { Flow } from "./flow.ts";

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
