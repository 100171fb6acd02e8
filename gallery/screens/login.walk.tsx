import { model as environment } from "#machines/environment/environment.model.ts";
import { model as session } from "#machines/session/session.model.ts";
import { Login } from "#src/screens/login/Login.tsx";
import { hide, leaveOut } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

const { unreached, ...login } = hide(session, ["ui.logout", "ui.retryUser"]);

const page = { at: "/login", screen: <Login />, others: ["link https://t.me"] };

export const walks: readonly ScreenWalk[] = [
  {
    ...page,
    ...login,
    flow: "session",
    isEachSeen: false,
    // Who is logged in goes on to another page, and a launch that is too old has words of its own.
    untold: [
      "noticeKey app:session.userLookupFailed",
      "failureKey errors:network",
      "failureKey errors:launchDataExpired",
    ],
    unreached: {
      ...unreached,
      ...leaveOut(
        session.machine,
        ({ source }) => source === "loggingOut" || source === "clearing",
        "nobody logs out here",
      ),
    },
  },
  {
    ...page,
    flow: "environment",
    model: environment,
    // The frame shows it.
    untold: ["dialog"],
  },
];
