import { expect, it } from "vitest";
import { createActor, toPromise, waitFor } from "xstate";

import { toFailure } from "#machines/kit/failure.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { App } from "#src/createApp.ts";

import { createPagedListActors, type ListFlow, type ListFlowName, type ListName } from "./pagedList.ts";
import { envelopeClaims, receivedRecords } from "./records.ts";

/** Whether a list's first reading, which fails, shows a toast beside what the page says. */
async function hasToast(list: ListFlow<ListFlowName, ListName>): Promise<boolean> {
  let hasToast = false;
  const get: Api["get"] = (_path, _query, _signal, options) => {
    hasToast = options?.hasToast ?? false;
    return Promise.reject(toFailure({ kind: "network" }));
  };
  const actor = createActor(list.create({ api: { get } } as App), { input: { list: list.list } }).start();
  actor.send({ type: "list.load", params: { envelopeId: "unknown" }, restoredPage: null });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches("failed"));
  expect(context.failure).toEqual({ kind: "network" });
  return hasToast;
}

it("reads as many rows again as are shown, in as many answers as that takes", async () => {
  const rows = Array.from({ length: 150 }, (_, row) => ({ row }));
  const asked: (number | undefined)[] = [];
  const { fetchPage } = createPagedListActors({
    api: {} as App["api"],
    fetch: async (_api, { cursor, limit }) => {
      asked.push(limit);
      const from = Number(cursor ?? 0);
      const next = from + limit;
      return { items: rows.slice(from, next), total: 150, nextCursor: next < 150 ? String(next) : null, sum: "1" };
    },
  });
  const read = (count: number | null) =>
    toPromise(createActor(fetchPage, { input: { list: "history", params: {}, cursor: null, count } }).start());
  expect(await read(120)).toMatchObject({ total: 150, nextCursor: "120", isLive: false, extra: { sum: "1" } });
  expect([(await read(120)).items, asked]).toEqual([rows.slice(0, 120), [100, 20, 100, 20]]);
  asked.length = 0;
  expect([(await read(null)).items.length, (await read(3)).items.length, asked]).toEqual([20, 20, [20, 20]]);
});

it("shows no toast for an envelope that there is not: its page says so", async () => {
  expect(await hasToast(envelopeClaims)).toBe(false);
  expect(await hasToast(receivedRecords)).toBe(true);
});
