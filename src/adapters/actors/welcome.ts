import { welcomeMachine } from "#machines/welcome/welcome.machine.ts";
import { viewWelcome, type WelcomeView } from "#machines/welcome/welcome.view.ts";

import type { Flow } from "./flow.ts";

/** Shows its first step at once, and ends on the page that the person wanted. */
export const welcomeFlow: Flow<"welcome", WelcomeView> = {
  name: "welcome",
  create: () => welcomeMachine,
  view: viewWelcome,
};
