import { welcomeMachine } from "#machines/welcome/welcome.machine.ts";
import { viewWelcome, type WelcomeView } from "#machines/welcome/welcome.view.ts";

import type { Flow } from "./flow.ts";

/** Shows its first step at once, and ends with `welcome.left`. */
export const welcomeFlow: Flow<"welcome", WelcomeView> = {
  name: "welcome",
  create: () => welcomeMachine,
  view: viewWelcome,
};
