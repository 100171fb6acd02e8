import { type on as listen, type PostEventFn, supports } from "@telegram-apps/sdk-react";
import type { AskOutcome } from "#machines/groupChoice/groupChoice.machine.ts";
import { createAppStorage } from "#src/adapters/storage.ts";

/** What hardly anybody needs at the start, in a chunk of its own. */
export interface Extras {
  /** Null where the messenger puts no apps on the home screen. */
  homeScreen: HomeScreen | null;
  /** Has the messenger show its list of the person's groups for a prepared request; absent where it has none. */
  chooseGroup?: (requestId: string) => Promise<AskOutcome>;
}

export function createExtras(postEvent: PostEventFn, on: typeof listen, version: string): Extras {
  const isSupported = supports("web_app_check_home_screen", version);
  return {
    homeScreen: isSupported ? createHomeScreen(postEvent, on) : null,
    ...(isAtLeast(version, 9, 6) && { chooseGroup: (requestId) => chooseGroup(postEvent, on, requestId) }),
  };
}

/** The SDK does not know what came with this version. */
function isAtLeast(version: string, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split(".").map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** A person may take a while; some clients show no list and never answer. */
const CHOICE_TIMEOUT_MS = 60_000;

/** What the SDK's types do not know yet, of Mini Apps 9.6. */
type Post = (method: "web_app_request_chat", params: { req_id: string }) => void;
type Listen = (event: string, handler: (payload: { req_id?: string } | undefined) => void) => () => void;

/** Has the messenger show the list of a prepared request. It has one dialog at a time, and need not say which it ended. */
function chooseGroup(postEvent: PostEventFn, on: typeof listen, requestId: string): Promise<AskOutcome> {
  return new Promise((resolve) => {
    const settleWith = (outcome: AskOutcome) => (payload?: { req_id?: string }) => {
      if (payload?.req_id && payload.req_id !== requestId) return;
      clearTimeout(timer);
      for (const stop of subscriptions) stop();
      resolve(outcome);
    };
    const timer = setTimeout(settleWith("unsupported"), CHOICE_TIMEOUT_MS);
    const subscriptions = [
      (on as Listen)("requested_chat_sent", settleWith("chosen")),
      // Most clients do not say why; those that refuse a group tell the person themselves.
      (on as Listen)("requested_chat_failed", settleWith("cancelled")),
    ];
    (postEvent as Post)("web_app_request_chat", { req_id: requestId });
  });
}

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
