import { fromPromise } from "xstate";
import { type AccountSafety, emailMachine } from "#machines/email/email.machine.ts";
import { type EmailView, viewEmail } from "#machines/email/email.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { loadAccountSafety } from "#src/adapters/api/loadAccountSafety.ts";
import { createEmailCode } from "./emailCode.ts";
import type { Flow } from "./flow.ts";

export function createEmailActors({ api }: { api: Api }) {
  return {
    loadAccount: fromPromise<AccountSafety, undefined>(({ signal }) => loadAccountSafety(api, signal)),
    emailCode: createEmailCode({ api }),
  };
}

/** Open with `{ type: "ui.open" }`. */
export const emailFlow: Flow<"email", EmailView> = {
  name: "email",
  create: ({ api }) => emailMachine.provide({ actors: createEmailActors({ api }) }),
  view: viewEmail,
};
