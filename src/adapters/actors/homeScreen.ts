import type { HomeScreenState } from "#machines/app/flows.ts";
import type { Messenger } from "#src/adapters/telegram/messenger.ts";
import { withTimeout } from "#src/adapters/withTimeout.ts";

import { createResourceFlow } from "./resource.ts";

async function readHomeScreen(messenger: Messenger): Promise<HomeScreenState> {
  const homeScreen = (await messenger.loadExtras())?.homeScreen;
  return { canAdd: (await homeScreen?.canAdd()) === true };
}

/** Whether the messenger can put the app on the home screen, where it is not yet. */
export const homeScreenFlow = createResourceFlow<"homeScreen", HomeScreenState, null>("homeScreen", ({ messenger }) =>
  withTimeout(readHomeScreen(messenger)),
);
