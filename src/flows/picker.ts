import { pickerMachine } from "#machines/picker/picker.machine.ts";
import { viewPicker, type PickerView } from "#machines/picker/picker.view.ts";
import { createPickerActors } from "#src/adapters/actors/picker.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "ui.open" }`. */
export const pickerFlow: Flow<"picker", PickerView> = {
  name: "picker",
  create: ({ api }) => pickerMachine.provide({ actors: createPickerActors({ api }) }),
  view: viewPicker,
};
