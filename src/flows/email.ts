import { emailMachine } from "#machines/email/email.machine.ts";
import { viewEmail, type EmailView } from "#machines/email/email.view.ts";
import { createEmailActors } from "#src/adapters/actors/email.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "ui.open" }`. */
export const emailFlow: Flow<"email", EmailView> = {
  name: "email",
  create: ({ api }) => emailMachine.provide({ actors: createEmailActors({ api }) }),
  view: viewEmail,
};
