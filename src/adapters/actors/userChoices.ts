import { fromPromise } from "xstate";
import { readChoices } from "#machines/userChoices/readChoices.ts";
import { type Choices, userChoicesMachine } from "#machines/userChoices/userChoices.machine.ts";
import { type UserChoicesView, viewUserChoices } from "#machines/userChoices/userChoices.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { Flow } from "./flow.ts";

export function createUserChoicesActors({ api }: { api: Api }) {
  return {
    saveChoice: fromPromise<Choices, Partial<Choices>>(async ({ input, signal }) => {
      const { userItem } = await api.call((client) => client.POST("/v1/user/update", { body: input, signal }), {
        hasToast: true,
      });
      return readChoices(userItem);
    }),
  };
}

/** Waits for `{ type: "ui.switch" }`. */
export const userChoicesFlow: Flow<"userChoices", UserChoicesView> = {
  name: "userChoices",
  create: ({ api }) => userChoicesMachine.provide({ actors: createUserChoicesActors({ api }) }),
  view: viewUserChoices,
};
