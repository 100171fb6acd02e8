import { fromPromise } from "xstate";

import { createCountdown } from "#machines/kit/countdown.ts";
import { type ActorsOf, provideAll } from "#machines/kit/provide.ts";
import { securityCodePromptMachine } from "#machines/securityCodePrompt/securityCodePrompt.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { trySecured } from "#src/adapters/api/trySecured.ts";
import { watchServerTime } from "#src/adapters/serverClock.ts";

function createSecurityCodePromptActors({ api }: { api: Api }): ActorsOf<typeof securityCodePromptMachine> {
  return {
    tryCode: fromPromise(({ input, signal }) => trySecured(api, input.attempt, input.securityCode, signal)),
    countdown: createCountdown(watchServerTime),
  };
}

/** The prompt as other charts invoke it. */
export function createSecurityCodePrompt({ api }: { api: Api }) {
  return provideAll(securityCodePromptMachine, createSecurityCodePromptActors({ api }));
}
