import { fromPromise } from "xstate";
import { type AccountSafety, emailMachine } from "#machines/email/email.machine.ts";
import { type EmailView, viewEmail } from "#machines/email/email.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { loadAccountSafety } from "#src/adapters/api/loadAccountSafety.ts";
import { createEmailCode } from "./emailCode.ts";
import { defineFlow } from "./defineFlow.ts";
import type { Flow } from "./flow.ts";

function createEmailActors({ api }: { api: Api }) {
  return {
    loadAccount: fromPromise<AccountSafety, undefined>(({ signal }) => loadAccountSafety(api, signal)),
    emailCode: createEmailCode({ api }),
  };
}

/** Where the typed email is among the drafts. */
const DRAFT_KEY = "email";

/** Open with `{ type: "ui.open" }`. */
export const emailFlow: Flow<"email", EmailView, undefined> = defineFlow(
  "email",
  emailMachine,
  createEmailActors,
  viewEmail,
  {
    prepare: ({ drafts }) => ({ draftKey: DRAFT_KEY, input: { email: drafts.read(DRAFT_KEY) ?? "" } }),
  },
);
