import { fromPromise } from "xstate";

import { createCountdown } from "#machines/kit/countdown.ts";
import { emailCodeMachine } from "#machines/emailCode/emailCode.machine.ts";
import { toRetryAfterSeconds } from "#machines/kit/failureText.ts";
import { type ActorsOf, provideAll } from "#machines/kit/provide.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { updateEmail } from "#src/adapters/api/trySecured.ts";
import { readServerTimeMs, watchServerTime } from "#src/adapters/serverClock.ts";

import { createSecurityCodePrompt } from "./securityCodePrompt.ts";

export function createEmailCodeActors({ api }: { api: Api }): ActorsOf<typeof emailCodeMachine> {
  return {
    sendCode: fromPromise(async ({ input, signal }) => {
      // A recovery goes to the stored address and names none.
      const body =
        input.goal === "updateEmail"
          ? ({ purpose: "updateEmail", email: input.address } as const)
          : ({ purpose: "recoverSecurityCode" } as const);
      let earlierExpiresAt: string | null = null;
      try {
        const sent = await api.post("/v1/email/sendVerificationCode", body, signal, {
          onHeaders: (headers) => {
            earlierExpiresAt = headers.get("x-code-expires-at");
          },
        });
        return { ...sent, isEarlier: false };
      } catch (error) {
        // Refused, since a code is on its way there already.
        if (earlierExpiresAt === null) throw error;
        return { resendAfterSeconds: toRetryAfterSeconds(error), expiresAt: earlierExpiresAt, isEarlier: true };
      }
    }),
    verifyCode: fromPromise(async ({ input, signal }) => {
      if (input.kind === "updateEmail") return updateEmail(api, input, {}, signal);
      const { verificationCode, newSecurityCode } = input;
      const body = { verificationCode, newSecurityCode };
      await api.post("/v1/user/recoverSecurityCode", body, signal);
      return { changedAt: new Date(readServerTimeMs()).toISOString() };
    }),
    securityCodePrompt: createSecurityCodePrompt({ api }),
    countdown: createCountdown(watchServerTime),
  };
}

/** The email code as other charts invoke it. */
export function createEmailCode({ api }: { api: Api }) {
  return provideAll(emailCodeMachine, createEmailCodeActors({ api }));
}
