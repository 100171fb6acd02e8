import { autoPayoutMachine } from "#machines/autoPayout/autoPayout.machine.ts";
import { viewAutoPayout, type AutoPayoutView } from "#machines/autoPayout/autoPayout.view.ts";
import { createAutoPayoutActors } from "#src/adapters/actors/autoPayout.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "ui.open" }`. */
export const autoPayoutFlow: Flow<"autoPayout", AutoPayoutView> = {
  name: "autoPayout",
  create: ({ api }) => autoPayoutMachine.provide({ actors: createAutoPayoutActors({ api }) }),
  view: viewAutoPayout,
};
