import type { SolvencySummary } from "#domain/solvency/summarizeStatement.ts";
import { createResourceMachine } from "#machines/resource/resource.machine.ts";
import { viewResource, type ResourceView } from "#machines/resource/resource.view.ts";
import { createSolvencyActors } from "#src/adapters/actors/solvency.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "resource.load" }`. */
export const solvencyFlow: Flow<"solvency", ResourceView<SolvencySummary>> = {
  name: "solvency",
  create: ({ api }) =>
    createResourceMachine<SolvencySummary, null>().provide({ actors: createSolvencyActors({ api }) }),
  view: viewResource,
};
