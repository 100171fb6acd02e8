import type { CheckedFairness } from "#domain/draw/checkedFairness.ts";
import { createResourceMachine } from "#machines/resource/resource.machine.ts";
import { viewResource, type ResourceView } from "#machines/resource/resource.view.ts";
import { createFairnessActors } from "#src/adapters/actors/fairness.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "resource.load" }`. */
export const fairnessFlow: Flow<"fairness", ResourceView<CheckedFairness>> = {
  name: "fairness",
  create: ({ api }) =>
    createResourceMachine<CheckedFairness, { envelopeId: string }>().provide({ actors: createFairnessActors({ api }) }),
  view: viewResource,
};
