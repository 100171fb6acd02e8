import { fromPromise } from "xstate";

import type { HomeScreenState } from "#machines/app/flows.ts";
import type { ResourceInput } from "#machines/resource/resource.machine.ts";
import type { Messenger } from "#src/adapters/telegram/messenger.ts";

/** Whether the messenger can put the app on the home screen, where it is not yet. */
export function createHomeScreenActors({ messenger }: { messenger: Messenger }) {
  return {
    read: fromPromise<HomeScreenState, ResourceInput<null>>(async () => {
      const homeScreen = await messenger.loadHomeScreen();
      return { canAdd: homeScreen !== null && (await homeScreen.canAdd()) };
    }),
  };
}
