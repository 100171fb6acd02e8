import { userChoicesMachine } from "#machines/userChoices/userChoices.machine.ts";
import { viewUserChoices, type UserChoicesView } from "#machines/userChoices/userChoices.view.ts";
import { createUserChoicesActors } from "#src/adapters/actors/userChoices.ts";

import type { Flow } from "./flow.ts";

/** Waits for `{ type: "ui.switch" }`. */
export const userChoicesFlow: Flow<"userChoices", UserChoicesView> = {
  name: "userChoices",
  create: ({ api }) => userChoicesMachine.provide({ actors: createUserChoicesActors({ api }) }),
  view: viewUserChoices,
};
