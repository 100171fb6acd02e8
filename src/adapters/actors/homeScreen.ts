import type { HomeScreenState } from "#machines/app/flows.ts";

import { createResourceFlow } from "./resource.ts";

/** Whether the messenger can put the app on the home screen, where it is not yet. */
export const homeScreenFlow = createResourceFlow<"homeScreen", HomeScreenState, null>(
  "homeScreen",
  async ({ messenger }) => {
    const homeScreen = await messenger.loadHomeScreen();
    return { canAdd: homeScreen !== null && (await homeScreen.canAdd()) };
  },
);
