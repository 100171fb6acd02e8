import type { HomeScreenState } from "#machines/app/flows.ts";
import { createResourceMachine } from "#machines/resource/resource.machine.ts";
import { viewResource, type ResourceView } from "#machines/resource/resource.view.ts";
import { createHomeScreenActors } from "#src/adapters/actors/homeScreen.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "resource.load" }`. */
export const homeScreenFlow: Flow<"homeScreen", ResourceView<HomeScreenState>> = {
  name: "homeScreen",
  create: ({ messenger }) =>
    createResourceMachine<HomeScreenState, null>().provide({ actors: createHomeScreenActors({ messenger }) }),
  view: viewResource,
};
