import i18next from "i18next";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createActor, toPromise } from "xstate";

import type { Failure } from "#machines/kit/failure.ts";
import { type Api, createApi } from "#src/adapters/api/createApi.ts";
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

describe("in a draw for all", () => {
  const waiting = {
    entryId: "n1",
    place: 3,
    entries: 9,
    enteredAt: "2026-11-29T12:00:00.000Z",
    closesAt: "2026-11-29T12:00:15.000Z",
    round: 7,
    status: "waiting" as const,
  };
  const accepted = { claim: null, entry: waiting, envelope: sampleEnvelope, alreadyClaimed: true };

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse("2026-11-29T12:00:14.000Z") });
    return () => vi.useRealTimers();
  });

  function enter(...answers: readonly object[]) {
    const call = vi.fn<() => Promise<object>>();
    for (const answer of [accepted, ...answers]) call.mockResolvedValueOnce(answer);
    const onClaimed = vi.fn<() => void>();
    const { claimEnvelope } = createEnvelopeClaimActors({ api: { call } as unknown as Api, onClaimed });
    const actor = createActor(claimEnvelope, { input: { passphrase: "happy year", envelopeId: "e1" } }).start();
    return { actor, call, onClaimed };
  }

  it("waits for the end and the round, and has what it won as if it were claimed now", async () => {
    const still = { entry: waiting, claim: null };
    const { actor, call, onClaimed } = enter(still, { entry: { ...waiting, status: "won" }, claim: sampleClaim });
    const drawn = toPromise(actor);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(call).toHaveBeenCalledTimes(2);
    expect(onClaimed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await drawn).toEqual({ claim: sampleClaim, envelope: sampleEnvelope, alreadyClaimed: false });
    expect(onClaimed).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["lost", "soldOut"],
    ["undrawn", "envelopeExpired"],
  ] as const)("who has %s is told: %s", async (status, error) => {
    const { actor } = enter({ entry: { ...waiting, status }, claim: null });
    const refusal = toPromise(actor).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await refusal).toEqual({ kind: "api", error, message: "" });
  });

  it("asks no more once its page is left", async () => {
    const { actor, call } = enter();
    await vi.advanceTimersByTimeAsync(500);
    actor.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(call).toHaveBeenCalledTimes(1);
  });
});
