import { fromPromise } from "xstate";
import { securityCodeMachine } from "#machines/securityCode/securityCode.machine.ts";
import { viewSecurityCode } from "#machines/securityCode/securityCode.view.ts";
import { loadAccountSafety } from "#src/adapters/api/loadAccountSafety.ts";
import { changeSecurityCode } from "#src/adapters/api/trySecured.ts";
import { createEmailCode } from "./emailCode.ts";
import { defineFlow } from "./flow.ts";
import { createSecurityCodePrompt } from "./securityCodePrompt.ts";

/** Open with `{ type: "ui.open" }`. */
export const securityCodeFlow = defineFlow(
  "securityCode",
  securityCodeMachine,
  ({ api }) => ({
    loadAccount: fromPromise(({ signal }) => loadAccountSafety(api, signal)),
    saveCode: fromPromise(async ({ input, signal }) => {
      await changeSecurityCode(api, input, {}, signal);
      return null;
    }),
    securityCodePrompt: createSecurityCodePrompt({ api }),
    emailCode: createEmailCode({ api }),
  }),
  viewSecurityCode,
);
