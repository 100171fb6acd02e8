import { fromPromise } from "xstate";
import type { AccountSafety } from "#machines/email/email.machine.ts";
import { securityCodeMachine } from "#machines/securityCode/securityCode.machine.ts";
import { viewSecurityCode } from "#machines/securityCode/securityCode.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { loadAccountSafety } from "#src/adapters/api/loadAccountSafety.ts";
import { changeSecurityCode } from "#src/adapters/api/trySecured.ts";
import { createEmailCode } from "./emailCode.ts";
import { defineFlow } from "./defineFlow.ts";
import { createSecurityCodePrompt } from "./securityCodePrompt.ts";

function createSecurityCodeActors({ api }: { api: Api }) {
  return {
    loadAccount: fromPromise<AccountSafety, undefined>(({ signal }) => loadAccountSafety(api, signal)),
    saveCode: fromPromise<null, { newSecurityCode: string }>(async ({ input, signal }) => {
      await changeSecurityCode(api, input, {}, signal);
      return null;
    }),
    securityCodePrompt: createSecurityCodePrompt({ api }),
    emailCode: createEmailCode({ api }),
  };
}

/** Open with `{ type: "ui.open" }`. */
export const securityCodeFlow = defineFlow(
  "securityCode",
  securityCodeMachine,
  createSecurityCodeActors,
  viewSecurityCode,
);
