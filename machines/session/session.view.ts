import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { readMeta } from "../kit/readMeta.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import type { SessionEvent, sessionMachine } from "./session.machine.ts";

/** The failure is why the last login or lookup failed. */
export interface SessionView extends FailureText {
  /** `pending`: the login page shows progress and no control. */
  status: "pending" | "loggedIn" | "loggedOut" | "launchExpired" | "accountDeleted";
  user: components["schemas"]["UserItem"] | null;
  /** i18n key of what the user should know about the session; null while that is being settled. */
  noticeKey: string | null;
  actions: readonly ViewAction<SessionEvent>[];
}

type Snapshot = SnapshotFrom<typeof sessionMachine>;

/** For who asks nothing else at each snapshot: whether each control works costs the chart a step. */
export function readStatus(snapshot: Snapshot): SessionView["status"] {
  return readMeta(snapshot).status ?? "pending";
}

export function viewSession(snapshot: Snapshot): SessionView {
  const { context } = snapshot;
  const status = readStatus(snapshot);
  return {
    status,
    user: context.user,
    noticeKey: context.notice === null || status === "pending" ? null : `app:session.${context.notice}`,
    ...toFailureText(context.failure),
    actions: listActions(snapshot, [
      { event: { type: "ui.closeApp" }, labelKey: "app:login.close" },
      { event: { type: "ui.login" }, labelKey: "app:login.open" },
      { event: { type: "ui.logout" }, labelKey: "app:session.logout" },
      {
        event: { type: "ui.retryUser" },
        labelKey: "app:session.retryUser",
        isWaiting: status === "loggedIn" && context.notice === "userLookupFailed",
      },
    ]),
  };
}
