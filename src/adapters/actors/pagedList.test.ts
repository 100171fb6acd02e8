import { expect, it } from "vitest";
import { createActor, waitFor } from "xstate";

import { toFailure } from "#machines/kit/failure.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { App } from "#src/createApp.ts";

import type { ListFlow, ListFlowName, ListName } from "./pagedList.ts";
import { envelopeClaims, receivedRecords } from "./records.ts";

/** Whether a list's first reading, which fails, shows a toast beside what the page says. */
async function hasToast(list: ListFlow<ListFlowName, ListName>): Promise<boolean> {
  let hasToast = false;
  const call: Api["call"] = (_send, options) => {
    hasToast = options?.hasToast ?? false;
    return Promise.reject(toFailure({ kind: "network" }));
  };
  const actor = createActor(list.create({ api: { call } } as App), { input: { list: list.list } }).start();
  actor.send({ type: "list.load", params: { envelopeId: "unknown" }, restoredPage: null });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches("failed"));
  expect(context.failure).toEqual({ kind: "network" });
  return hasToast;
}

it("shows no toast for an envelope that there is not: its page says so", async () => {
  expect(await hasToast(envelopeClaims)).toBe(false);
  expect(await hasToast(receivedRecords)).toBe(true);
});
