import { fromPromise } from "xstate";
import { accountDeletionMachine, type Obstacle } from "#machines/accountDeletion/accountDeletion.machine.ts";
import { viewAccountDeletion } from "#machines/accountDeletion/accountDeletion.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { defineFlow } from "./defineFlow.ts";
import { createSecurityCodePrompt } from "./securityCodePrompt.ts";

function createAccountDeletionActors({ api }: { api: Api }) {
  return {
    listObstacles: fromPromise<readonly Obstacle[], undefined>(async ({ signal }) => {
      const { obstacles } = await api.get("/v1/user/deletion", {}, signal);
      return obstacles;
    }),
    deleteAccount: fromPromise<undefined, undefined>(async ({ signal }) => {
      await api.post("/v1/user/deletion", {}, signal);
      return undefined;
    }),
    securityCodePrompt: createSecurityCodePrompt({ api }),
  };
}

/** Open with `{ type: "ui.open" }`. */
export const accountDeletionFlow = defineFlow(
  "accountDeletion",
  accountDeletionMachine,
  createAccountDeletionActors,
  viewAccountDeletion,
);
