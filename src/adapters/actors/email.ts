import { fromPromise } from "xstate";
import { emailMachine } from "#machines/email/email.machine.ts";
import { type EmailView, viewEmail } from "#machines/email/email.view.ts";
import { loadAccountSafety } from "#src/adapters/api/loadAccountSafety.ts";
import { createEmailCode } from "./emailCode.ts";
import { defineFlow, type Flow } from "./flow.ts";

/** Where the typed email is among the drafts. */
const DRAFT_KEY = "email";

/** Open with `{ type: "ui.open" }`. */
export const emailFlow: Flow<"email", EmailView, undefined> = defineFlow(
  "email",
  emailMachine,
  ({ api }) => ({
    loadAccount: fromPromise(({ signal }) => loadAccountSafety(api, signal)),
    emailCode: createEmailCode({ api }),
  }),
  viewEmail,
  {
    prepare: ({ drafts }) => ({ draftKey: DRAFT_KEY, input: { email: drafts.read(DRAFT_KEY) ?? "" } }),
  },
);
