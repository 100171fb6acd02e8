import type { ActorsOf } from "#machines/kit/provide.ts";
import { fromPromise } from "xstate";
import { groupChoiceMachine } from "#machines/groupChoice/groupChoice.machine.ts";
import { viewGroupChoice } from "#machines/groupChoice/groupChoice.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { Messenger } from "#src/adapters/telegram/messenger.ts";
import { withTimeout } from "#src/adapters/withTimeout.ts";
import { defineFlow } from "./flow.ts";

interface GroupChoiceDeps {
  api: Api;
  messenger: Messenger;
}

export function createGroupChoiceActors({ api, messenger }: GroupChoiceDeps): ActorsOf<typeof groupChoiceMachine> {
  /** The newest link comes first. */
  const readNewest = async (signal: AbortSignal) => {
    const { items } = await api.get("/v1/chat/list", { limit: 1 }, signal);
    return items[0]?.chatId ?? null;
  };
  return {
    canAsk: fromPromise(async () => (await withTimeout(messenger.loadExtras()))?.chooseGroup !== undefined),
    ask: fromPromise(async ({ signal }) => {
      const [newestId, { requestId }] = await Promise.all([
        readNewest(signal),
        api.post("/v1/chat/request", undefined, signal),
      ]);
      const extras = await messenger.loadExtras();
      const outcome = requestId === null ? "unsupported" : await extras?.chooseGroup?.(requestId);
      return { outcome: outcome ?? "unsupported", newestId };
    }),
    readNewest: fromPromise(({ signal }) => readNewest(signal)),
  };
}

/** Waits for `{ type: "ui.chooseGroup" }`. */
export const groupChoiceFlow = defineFlow("groupChoice", groupChoiceMachine, createGroupChoiceActors, viewGroupChoice);
