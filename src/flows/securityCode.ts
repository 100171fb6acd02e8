import { securityCodeMachine } from "#machines/securityCode/securityCode.machine.ts";
import { viewSecurityCode, type SecurityCodeView } from "#machines/securityCode/securityCode.view.ts";
import { createSecurityCodeActors } from "#src/adapters/actors/securityCode.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "ui.open" }`. */
export const securityCodeFlow: Flow<"securityCode", SecurityCodeView> = {
  name: "securityCode",
  create: ({ api }) => securityCodeMachine.provide({ actors: createSecurityCodeActors({ api }) }),
  view: viewSecurityCode,
};
