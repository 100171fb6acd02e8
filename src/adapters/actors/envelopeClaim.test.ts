import { expect, it } from "vitest";
import { createActor, toPromise } from "xstate";

import type { Failure } from "#machines/kit/failure.ts";
import { createApi } from "#src/adapters/api/createApi.ts";

import { createEnvelopeClaimActors } from "./envelopeClaim.ts";

it("shows no toast for an envelope that cannot be read or claimed: its page says so", async () => {
  const toasts: Failure[] = [];
  const api = createApi({
    baseUrl: "http://127.0.0.1:1/api",
    getLanguage: () => "en",
    getCredential: () => null,
    onFailure: (failure) => toasts.push(failure),
  });
  const { loadDetail, claimEnvelope } = createEnvelopeClaimActors({ api, onClaimed: () => {} });
  const reading = createActor(loadDetail, { input: { envelopeId: "e1" } }).start();
  await expect(toPromise(reading)).rejects.toEqual({ kind: "network" });
  const claiming = createActor(claimEnvelope, { input: { passphrase: "happy year", envelopeId: "e1" } }).start();
  await expect(toPromise(claiming)).rejects.toEqual({ kind: "network" });
  expect(toasts).toEqual([]);
});
