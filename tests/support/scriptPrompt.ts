import { fromPromise } from "xstate";
import { createCountdown } from "#machines/kit/countdown.ts";
import type { SecuredAttempt, SecuredResult } from "#machines/securityCodePrompt/securedAttempt.ts";
import { securityCodePromptMachine } from "#machines/securityCodePrompt/securityCodePrompt.machine.ts";

/** The question for the security code, before a server that answers each try so. Without a clock a lock never ends. */
export function scriptPrompt(
  tryCode: (attempt: SecuredAttempt, securityCode: string) => Promise<SecuredResult>,
  countdown = createCountdown(() => () => {}),
) {
  return securityCodePromptMachine.provide({
    actors: {
      countdown,
      tryCode: fromPromise<SecuredResult, { attempt: SecuredAttempt; securityCode: string }>(({ input }) =>
        tryCode(input.attempt, input.securityCode),
      ),
    },
  });
}
