import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { getFailureKey } from "../failureKey.ts";
import type { ViewAction } from "../viewAction.ts";
import type { sessionMachine, SessionEvent } from "./session.machine.ts";

export interface SessionView {
  /** `pending`: the login page shows progress and no control. */
  status: "pending" | "loggedIn" | "loggedOut" | "launchExpired";
  isFetchingUser: boolean;
  user: components["schemas"]["UserItem"] | null;
  /** i18n key of what the user should know about the session. */
  noticeKey: string | null;
  /** i18n key of why the last login or lookup failed. */
  failureKey: string | null;
  /** False: the session is gone with the page. */
  isPersistent: boolean;
  actions: readonly ViewAction<SessionEvent>[];
}

type Snapshot = SnapshotFrom<typeof sessionMachine>;

export function viewSession(snapshot: Snapshot): SessionView {
  const { context } = snapshot;
  const status = getStatus(snapshot);
  return {
    status,
    isFetchingUser: snapshot.matches({ loggedIn: "fetchingUser" }),
    user: context.user,
    noticeKey: context.notice === null ? null : `app:session.${context.notice}`,
    failureKey: context.failure === null ? null : getFailureKey(context.failure),
    isPersistent: context.isPersistent,
    actions: listActions(snapshot),
  };
}

function getStatus({ value }: Snapshot): SessionView["status"] {
  if (typeof value === "object") return "loggedIn";
  switch (value) {
    case "idle":
    case "reading":
    case "mismatch":
    case "authenticating":
    case "saving":
    case "resetting":
    case "loggingOut":
    case "clearing":
      return "pending";
    case "loggedOut":
    case "launchExpired":
      return value;
  }
}

function listActions(snapshot: Snapshot): ViewAction<SessionEvent>[] {
  const { context } = snapshot;
  switch (getStatus(snapshot)) {
    case "pending":
      return [];
    case "launchExpired":
      return [{ event: { type: "ui.closeApp" }, labelKey: "app:login.close", enabled: true }];
    case "loggedOut":
      return context.launch === null ? [] : [{ event: { type: "ui.login" }, labelKey: "app:login.open", enabled: true }];
    case "loggedIn": {
      const logout: ViewAction<SessionEvent> = { event: { type: "ui.logout" }, labelKey: "app:session.logout", enabled: true };
      if (context.notice !== "userLookupFailed") return [logout];
      return [logout, { event: { type: "ui.retryUser" }, labelKey: "app:session.retryUser", enabled: snapshot.matches({ loggedIn: "settled" }) }];
    }
  }
}
