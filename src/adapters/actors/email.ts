import { fromPromise } from "xstate";

import type { AccountSafety } from "#machines/email/email.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { loadAccountSafety } from "#src/adapters/api/loadAccountSafety.ts";

import { createEmailCode } from "./emailCode.ts";

export function createEmailActors({ api }: { api: Api }) {
  return {
    loadAccount: fromPromise<AccountSafety, undefined>(({ signal }) => loadAccountSafety(api, signal)),
    emailCode: createEmailCode({ api }),
  };
}
