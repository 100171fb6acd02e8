import { fromPromise } from "xstate";

import { readChoices } from "#machines/userChoices/readChoices.ts";
import type { Choices } from "#machines/userChoices/userChoices.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

export function createUserChoicesActors({ api }: { api: Api }) {
  return {
    saveChoice: fromPromise<Choices, Partial<Choices>>(async ({ input, signal }) => {
      const { userItem } = await api.call((client) => client.POST("/v1/user/update", { body: input, signal }));
      return readChoices(userItem);
    }),
  };
}
