import type { on as listen, PostEventFn } from "@telegram-apps/sdk-react";

import { createAppStorage } from "#src/adapters/storage.ts";

/** The phone's home screen, as far as the messenger puts apps there. */
export interface HomeScreen {
  /** Whether the app is surely not there yet, could be, and was never offered on this phone. */
  canAdd: () => Promise<boolean>;
  /** Offers the app for the home screen, which is done once; resolves once the messenger says how that ended. */
  add: () => Promise<void>;
}

export function createHomeScreen(postEvent: PostEventFn, on: typeof listen): HomeScreen {
  const storage = createAppStorage(window.localStorage);
  return {
    canAdd: () =>
      new Promise((resolve) => {
        if (storage.read("homeScreenOffered") !== null) {
          resolve(false);
          return;
        }
        const stop = on("home_screen_checked", ({ status }) => {
          stop();
          resolve(status === "missed");
        });
        postEvent("web_app_check_home_screen");
      }),
    add: () =>
      new Promise((resolve) => {
        // Not every messenger says that the person declined.
        storage.write("homeScreenOffered", "1");
        const settle = () => {
          for (const stop of subscriptions) stop();
          resolve();
        };
        const subscriptions = [on("home_screen_added", settle), on("home_screen_failed", settle)];
        postEvent("web_app_add_to_home_screen");
      }),
  };
}
