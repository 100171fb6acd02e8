import { type on as listen, type PostEventFn, supports } from "@telegram-apps/sdk-react";

import type { AskOutcome } from "#machines/groupChoice/groupChoice.machine.ts";

import { chooseGroup } from "./chooseGroup.ts";
import { createHomeScreen, type HomeScreen } from "./homeScreen.ts";

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
