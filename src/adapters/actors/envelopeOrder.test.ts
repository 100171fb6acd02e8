import { expect, it } from "vitest";
import { createActor, toPromise } from "xstate";

import type { Api } from "#src/adapters/api/createApi.ts";

import { createEnvelopeOrderActors } from "./envelopeOrder.ts";

/** A server that lists `listed` as the newest envelopes. */
function follow(envelopeIds: readonly string[], listed: readonly string[]) {
  const asked: string[] = [];
  const get = async (path: string, { envelopeId }: { envelopeId?: string }) => {
    asked.push(envelopeId ?? path);
    return envelopeId === undefined
      ? { items: listed.map((id) => ({ envelopeId: id })) }
      : { envelope: { envelopeId } };
  };
  const api = { get } as unknown as Api;
  const { loadEnvelopes } = createEnvelopeOrderActors({
    api,
    loadMeans: () => Promise.reject(new Error("not asked")),
  });
  const read = toPromise(createActor(loadEnvelopes, { input: { envelopeIds } }).start());
  return { asked, read: read.then((envelopes) => envelopes.map(({ envelopeId }) => envelopeId)) };
}

it("reads all envelopes of a send with one request, in their order", async () => {
  const { asked, read } = follow(["e1", "e2"], ["e9", "e2", "e1"]);
  await expect(read).resolves.toEqual(["e1", "e2"]);
  expect(asked).toEqual(["/v1/redpackage/allSendRecords"]);
});

it("reads by itself what newer envelopes have pushed off the page", async () => {
  const { asked, read } = follow(["e1", "e2"], ["e2"]);
  await expect(read).resolves.toEqual(["e1", "e2"]);
  expect(asked).toEqual(["/v1/redpackage/allSendRecords", "e1"]);
});

it("reads a single envelope without the others", async () => {
  const { asked, read } = follow(["e1"], []);
  await expect(read).resolves.toEqual(["e1"]);
  expect(asked).toEqual(["e1"]);
});
