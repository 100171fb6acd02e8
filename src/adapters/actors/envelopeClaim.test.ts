import i18next from "i18next";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createActor, toPromise } from "xstate";

import type { Failure } from "#machines/kit/failure.ts";
import { type Api, createApi } from "#src/adapters/api/createApi.ts";
import { openKeptReceipts } from "#src/adapters/draw/keptReceipts.ts";
import { createMemoryStorage, STORED_KEYS } from "#src/adapters/storage.ts";
import { makeDrawEvidence } from "#tests/support/makeDrawEvidence.ts";
import type { App } from "#src/createApp.ts";
import { sampleClaim, sampleEntry, sampleEnvelope } from "#tests/support/samples.ts";

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
  const logic = envelopeClaimFlow.create({ api: { post: call }, root: { send: () => {} } } as unknown as App);
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
  const waiting = sampleEntry;
  const together = { ...sampleEnvelope, drawRule: "together" as const, drawWindowS: 15, entryCount: 3 };

  function provide(...answers: readonly (object | Failure)[]) {
    const call = vi.fn<() => Promise<object>>();
    for (const answer of answers) {
      if ("kind" in answer) call.mockRejectedValueOnce(answer);
      else call.mockResolvedValueOnce(answer);
    }
    const onClaimed = vi.fn<() => void>();
    return {
      ...createEnvelopeClaimActors({ api: { get: call, post: call } as unknown as Api, onClaimed }),
      call,
      onClaimed,
    };
  }

  it("is a place, and no share yet", async () => {
    const accepted = { claim: null, entry: waiting, envelope: together, alreadyClaimed: false };
    const { claimEnvelope, call, onClaimed } = provide(accepted);
    const actor = createActor(claimEnvelope, { input: { passphrase: "happy year", envelopeId: "e1" } }).start();
    expect(await toPromise(actor)).toEqual(accepted);
    expect([call.mock.calls.length, onClaimed.mock.calls.length]).toEqual([1, 0]);
  });

  it.each([
    ["is asked for where all are drawn together", together, { entry: waiting, claim: null }, waiting],
    ["is none where the server knows none", together, { kind: "api", error: "notFound", message: "" }, null],
    ["is not asked for where each takes a share at once", sampleEnvelope, undefined, null],
    ["is not asked for where nobody has entered", { ...together, entryCount: 0 }, undefined, null],
  ] as const)("the place %s", async (_, envelope, answer, entry) => {
    const detail = { envelope, claims: [], hasOpening: false };
    const { loadFirst, call } = provide(...[detail, answer ?? []].flat());
    const read = await toPromise(createActor(loadFirst, { input: { envelopeId: "e1" } }).start());
    expect(read).toEqual({ ...detail, entry });
    expect(call).toHaveBeenCalledTimes(answer === undefined ? 1 : 2);
  });

  it("is read anew where the draw went between the envelope and the place", async () => {
    const before = { envelope: { ...together, status: "open" as const }, claims: [], hasOpening: false };
    const after = { envelope: together, claims: [sampleClaim], hasOpening: true };
    const won = { entry: { ...waiting, status: "won" as const }, claim: sampleClaim };
    const { loadFirst, onClaimed } = provide(before, won, after);
    const read = await toPromise(createActor(loadFirst, { input: { envelopeId: "e1" } }).start());
    expect(read).toEqual({ ...after, entry: won.entry });
    expect(onClaimed).toHaveBeenCalledTimes(1);
  });

  it("tells the app of a share once the draw gave it", async () => {
    const won = { entry: { ...waiting, status: "won" as const }, claim: sampleClaim };
    const { drawFollow, onClaimed } = provide(won);
    const actor = createActor(drawFollow, { input: { id: "e1", reading: { entry: waiting, claim: null } } }).start();
    expect(await toPromise(actor)).toEqual(won);
    expect(onClaimed).toHaveBeenCalledTimes(1);
  });
});

it("asks for a draw at other instants than others who wait for it", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const askedAtMs: number[] = [];
  const reading = { entry: { ...sampleEntry, receipt: null, root: null }, claim: null };
  const api = {
    get: async () => {
      askedAtMs.push(Date.now());
      return reading;
    },
  } as unknown as Api;
  const startMs = Date.now();
  const people = Array.from({ length: 20 }, () => {
    const { drawFollow } = createEnvelopeClaimActors({ api, onClaimed: () => {} });
    const alone = drawFollow.provide({ actions: { report: () => {} } });
    return createActor(alone, { input: { id: "e1", reading } }).start();
  });
  await vi.advanceTimersByTimeAsync(100);
  askedAtMs.length = 0;
  for (const person of people) person.send({ type: "follow.hurry" });
  await vi.advanceTimersByTimeAsync(1_300);
  for (const person of people) person.stop();
  expect(askedAtMs.length).toBeGreaterThanOrEqual(people.length);
  expect(new Set(askedAtMs).size).toBeGreaterThan(people.length / 2);
  expect(Math.min(...askedAtMs) - startMs).toBeGreaterThanOrEqual(750);
});

it("keeps the receipt of an entry as it was told first", async () => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  localStorage.setItem(STORED_KEYS.userId, "7");
  const [receipt, other] = makeDrawEvidence(["0.5", "0.25"], [2]).receipts;
  const kept = () => openKeptReceipts().read("e1").receipt;
  const told = [receipt, other].map((one) => ({
    claim: null,
    entry: { status: "waiting", receipt: one, root: null },
    envelope: { ...sampleEnvelope, envelopeId: "e1" },
    alreadyClaimed: false,
  }));
  const api = { post: async () => told.shift(), get: async () => ({ keys: [] }) } as unknown as Api;
  const { claimEnvelope } = createEnvelopeClaimActors({ api, onClaimed: () => {} });
  const claim = () => toPromise(createActor(claimEnvelope, { input: { passphrase: "x", envelopeId: "e1" } }).start());
  await claim();
  await vi.waitFor(() => {
    expect(kept()).toEqual(receipt);
  });
  await claim();
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  expect(kept()).toEqual(receipt);
});
