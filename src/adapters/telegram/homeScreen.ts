import type { on as listen, PostEventFn } from "@telegram-apps/sdk-react";

/** The phone's home screen, as far as the messenger puts apps there. */
export interface HomeScreen {
  /** Whether the app is surely not there yet and could be. */
  canAdd: () => Promise<boolean>;
  /** Offers the app for the home screen; resolves once the messenger says how that ended. */
  add: () => Promise<void>;
}

/** A chunk of its own: hardly anybody needs it at the start. */
export function createHomeScreen(postEvent: PostEventFn, on: typeof listen): HomeScreen {
  return {
    canAdd: () =>
      new Promise((resolve) => {
        const stop = on("home_screen_checked", ({ status }) => {
          stop();
          resolve(status === "missed");
        });
        postEvent("web_app_check_home_screen");
      }),
    add: () =>
      new Promise((resolve) => {
        const settle = () => {
          for (const stop of subscriptions) stop();
          resolve();
        };
        const subscriptions = [on("home_screen_added", settle), on("home_screen_failed", settle)];
        postEvent("web_app_add_to_home_screen");
      }),
  };
}
