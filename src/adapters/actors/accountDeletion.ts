import { fromPromise } from "xstate";

import { accountDeletionMachine } from "#machines/accountDeletion/accountDeletion.machine.ts";
import { viewAccountDeletion } from "#machines/accountDeletion/accountDeletion.view.ts";

import { defineFlow } from "./flow.ts";
import { createSecurityCodePrompt } from "./securityCodePrompt.ts";

/** Open with `{ type: "ui.open" }`. */
export const accountDeletionFlow = defineFlow(
  "accountDeletion",
  accountDeletionMachine,
  ({ api }) => ({
    listObstacles: fromPromise(async ({ signal }) => (await api.get("/v1/user/deletion", {}, signal)).obstacles),
    deleteAccount: fromPromise(async ({ signal }) => void (await api.post("/v1/user/deletion", {}, signal))),
    securityCodePrompt: createSecurityCodePrompt({ api }),
  }),
  viewAccountDeletion,
);
