import type { on as listen, PostEventFn } from "@telegram-apps/sdk-react";

import type { AskOutcome } from "#machines/groupChoice/groupChoice.machine.ts";

/** A person may take a while; some clients show no list and never answer. */
const CHOICE_TIMEOUT_MS = 60_000;

/** What the SDK's types do not know yet, of Mini Apps 9.6. */
type Post = (method: "web_app_request_chat", params: { req_id: string }) => void;
type Listen = (event: string, handler: (payload: { req_id?: string } | undefined) => void) => () => void;

/** Has the messenger show the list of a prepared request. It has one dialog at a time, and need not say which it ended. */
export function chooseGroup(postEvent: PostEventFn, on: typeof listen, requestId: string): Promise<AskOutcome> {
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
