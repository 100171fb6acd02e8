import { expect, it } from "vitest";
import { createActor, toPromise } from "xstate";

import { toFailure } from "#machines/kit/failure.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

import { createPagedListActors, type ListName } from "./pagedList.ts";

/** Whether a list's first reading, which fails, shows a toast beside what the page says. */
async function hasToast(list: ListName, params: Readonly<Record<string, string>> = {}): Promise<boolean> {
  let hasToast = false;
  const call: Api["call"] = (_send, options) => {
    hasToast = options?.hasToast ?? false;
    return Promise.reject(toFailure({ kind: "network" }));
  };
  const { fetchPage } = createPagedListActors({ api: { call } });
  const input = { list, params, cursor: null, count: null };
  await expect(toPromise(createActor(fetchPage, { input }).start())).rejects.toEqual({ kind: "network" });
  return hasToast;
}

it("shows no toast for an envelope that there is not: its page says so", async () => {
  expect(await hasToast("claimDetail", { envelopeId: "unknown" })).toBe(false);
  expect(await hasToast("history")).toBe(true);
});
