import i18next from "i18next";
import { expect, it, vi } from "vitest";
import { createActor, toPromise } from "xstate";

import type { Failure } from "#machines/kit/failure.ts";
import { createApi } from "#src/adapters/api/createApi.ts";
import type { App } from "#src/createApp.ts";
import { sampleClaim, sampleEnvelope } from "#tests/models/samples.ts";

import { createEnvelopeClaimActors, envelopeClaimFlow } from "./envelopeClaim.ts";

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

it("tells in the person's language what a share came to whose page was left", async () => {
  await i18next.init({ lng: "vi" });
  const call = () => Promise.resolve({ claim: sampleClaim, envelope: sampleEnvelope, alreadyClaimed: false });
  const logic = envelopeClaimFlow.create({ api: { call }, root: { send: () => {} } } as unknown as App);
  const actor = createActor(logic, { input: { envelopeId: null, passphrase: "happy year" } });
  const toasts: unknown[] = [];
  actor.on("toast.show", (toast) => toasts.push(toast));
  actor.start();
  for (const type of ["ui.open", "ui.submit", "ui.leave"] as const) actor.send({ type });
  await vi.waitFor(() => {
    expect(actor.getSnapshot().status).toBe("done");
  });
  const values = { amount: "0,012", coin: "ETH" };
  expect(toasts).toEqual([{ type: "toast.show", tone: "success", labelKey: "envelope:claim.got", values }]);
});
