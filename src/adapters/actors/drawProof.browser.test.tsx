import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createActor, waitFor } from "xstate";

import type { CheckedDraw } from "#domain/draw/answerQuestion.ts";
import { chainEntries } from "#domain/draw/chainEntries.ts";
import type { DrawEvidence } from "#domain/draw/evidence.ts";
import type { Receipt } from "#domain/draw/receipt.ts";
import { replayDraws } from "#domain/draw/replayDraws.ts";
import { toHex } from "#domain/hex.ts";
import type { Failure } from "#machines/kit/failure.ts";
import { warmDrawWorker } from "#src/adapters/draw/askDrawWorker.ts";
import { openKeptReceipts } from "#src/adapters/draw/keptReceipts.ts";
import { STORED_KEYS } from "#src/adapters/storage.ts";
import type { App } from "#src/createApp.ts";
import { drawSigner, makeDrawEvidence, signRoot, signTestRound, TEST_CHAIN } from "#tests/support/makeDrawEvidence.ts";

import { drawProofFlow } from "./drawProof.ts";

const { evidence, receipts } = makeDrawEvidence(["0.5", "0.25", "1.25"], [4]);
const { envelopeId } = evidence;
const [won] = evidence.shares;
const receipt = receipts.find(({ entryId }) => entryId === won?.entryId) as Receipt;
const [window] = evidence.windows;
const root = window!.root!;

interface Answers {
  entry: { entry: Record<string, unknown> & { entries: number }; claim: { amount: string } | null } | null;
  evidence: DrawEvidence | null;
  keys: typeof evidence.keys;
}

/** What a true server answers; a test changes what it lies about. */
const truth = () =>
  structuredClone<Answers>({
    entry: {
      entry: {
        status: "won",
        entries: 4,
        receipt,
        root,
        signature: window!.signature,
        share: { slot: won!.slot, salt: won!.salt, path: won!.path },
      },
      claim: { amount: won!.amount },
    },
    evidence,
    keys: evidence.keys,
  });

/** Of who may not see the list. */
const HIDDEN = { shares: null, revealed: null, totalAmount: null };

const meta = document.createElement("meta");
meta.name = "beacon";
const { hash, publicKey, genesisS, periodS } = TEST_CHAIN;

beforeEach(() => {
  meta.content = [hash, publicKey, genesisS, periodS].join(",");
  document.head.append(meta);
  localStorage.setItem(STORED_KEYS.userId, String(receipt.place));
  openKeptReceipts().keep(envelopeId, { receipt, root });
});
afterEach(() => {
  meta.remove();
  openKeptReceipts().forget(envelopeId);
  localStorage.removeItem(STORED_KEYS.userId);
});

/** Runs the flow against a server that answers this. */
async function check(
  answers: Answers,
  isWhole = false,
  count: number | null = 3,
): Promise<CheckedDraw & { faults: string[] }> {
  const notFound: Failure = { kind: "api", error: "notFound", message: "" };
  const told: Readonly<Record<string, unknown>> = {
    "/v1/redpackage/entry": answers.entry,
    "/v1/redpackage/evidence": answers.evidence,
    "/v1/system/drawKeys": { keys: answers.keys },
  };
  const api = { get: async (path: string) => told[path] ?? Promise.reject(notFound) };
  const logic = drawProofFlow.create({ api } as unknown as App);
  const actor = createActor(logic, { input: { params: { envelopeId, count, isWhole } } }).start();
  actor.send({ type: "resource.load" });
  const { context } = await waitFor(actor, (snapshot) => !snapshot.matches("loading"), { timeout: 30_000 });
  actor.stop();
  if (context.value === null) throw new Error(JSON.stringify(context.failure));
  return { ...context.value, faults: context.value.findings.map(({ fault }) => fault) };
}

const kept = () => openKeptReceipts().read(envelopeId);

it("finds nothing wrong with a true draw, and needs the kept receipt no longer", async () => {
  const found = await check(truth());
  expect(found).toMatchObject({ isOwn: true, isWhole: true });
  expect(found.faults).toEqual(["unknownCertifier"]);
  expect(JSON.parse(found.papers ?? "")).toEqual([evidence, receipt, root]);
  expect(kept()).toEqual({ receipt: null, root: null });
});

it("checks the own amount alone in a great draw, and the ranks on request", async () => {
  const answers = truth();
  answers.entry!.entry.entries = 1_001;
  expect(await check(answers)).toMatchObject({ isWhole: false, faults: [] });
  expect(await check(answers, true)).toMatchObject({ isWhole: true });
});

it("checks the draw also for who is not in it", async () => {
  openKeptReceipts().forget(envelopeId);
  const found = await check({ ...truth(), entry: null });
  expect(found).toMatchObject({ isOwn: false, isWhole: true, faults: ["unknownCertifier", "noReceipt"] });
});

it("checks the own rank of who may not see the list", async () => {
  const answers = truth();
  const hidden = { ...evidence, ...HIDDEN };
  const told = { ...answers, evidence: hidden };
  expect(await check(told)).toMatchObject({ isOwn: true, isWhole: false });
  expect((await check(told)).faults).not.toContain("wrongRank");
  openKeptReceipts().keep(envelopeId, { receipt, root });
  // It won, and is told that it has lost.
  Object.assign(told.entry!, { claim: null });
  Object.assign(told.entry!.entry, { status: "lost", share: null });
  expect((await check(told)).faults).toContain("wrongRank");
});

it("checks the loss of who may not see the list, nor knows how many shares there were", async () => {
  const answers = truth();
  const mine = receipts.find(({ entryId }) => evidence.shares.every((share) => share.entryId !== entryId));
  openKeptReceipts().forget(envelopeId);
  localStorage.setItem(STORED_KEYS.userId, String(mine?.place));
  Object.assign(answers.entry!, { claim: null });
  Object.assign(answers.entry!.entry, { status: "lost", share: null, receipt: mine });
  const found = await check({ ...answers, evidence: { ...evidence, ...HIDDEN } }, false, null);
  expect(found.findings.filter(({ isBreach }) => isBreach)).toEqual([]);
  expect(found.isOwn).toBe(true);
});

describe("who is told of fewer shares, so that the rule gives them none", () => {
  const lied = { ...evidence, ...HIDDEN, count: 2 };
  const [drawn] = replayDraws(lied);
  const robbed = evidence.shares.findIndex(({ entryId }) => drawn?.slots.get(entryId) === null);
  const chained = chainEntries(lied);

  it.each([true, false])("finds it, told from the start: %s", async (isFromStart) => {
    const answers = truth();
    const mine = receipts.find(({ entryId }) => entryId === evidence.shares[robbed]?.entryId) as Receipt;
    const { previousHead, head } = chained[mine.place - 1]!;
    const { signature: _, nonce, ...body } = mine;
    const heads = { previousHead: toHex(previousHead), head: toHex(head) };
    const told = isFromStart ? { ...drawSigner.sign({ ...body, ...heads }), nonce } : mine;
    openKeptReceipts().forget(envelopeId);
    localStorage.setItem(STORED_KEYS.userId, String(mine.place));
    openKeptReceipts().keep(envelopeId, { receipt: told, root });
    Object.assign(answers.entry!, { claim: null });
    Object.assign(answers.entry!.entry, { status: "lost", share: null, receipt: told });
    expect((await check({ ...answers, evidence: lied }, false, null)).faults).toContain("wrongSet");
    expect(kept().receipt).toEqual(told);
  });
});

it("knows the receipt of somebody else's entry", async () => {
  openKeptReceipts().forget(envelopeId);
  const answers = truth();
  Object.assign(answers.entry!.entry, { receipt: receipts.find((other) => other !== receipt) });
  expect((await check(answers)).faults).toContain("foreignReceipt");
});

it("answers after the worker was warmed", async () => {
  warmDrawWorker();
  expect((await check(truth())).faults).toEqual(["unknownCertifier"]);
});

describe("a server that lies is found, and the receipt stays", () => {
  const change = (changed: object) => (answers: Answers) => void Object.assign(answers.entry!.entry, changed);
  const { signature: _, nonce, ...body } = receipt;
  const moved = { ...drawSigner.sign({ ...body, place: 9 }), nonce };

  it.each<[string, (answers: Answers) => void, string]>([
    ["the amount", (answers) => void (answers.entry!.claim!.amount = "9"), "wrongAmount"],
    ["the amount, in the evidence too", lieTwice, "wrongAmount"],
    ["the share", (answers) => void (answers.entry!.claim = null), "wrongAmount"],
    ["the rank", ({ evidence: told }) => swapEntries(told!.shares!), "wrongRank"],
    ["the round", change({ signature: signTestRound(1) }), "wrongSignature"],
    ["the set", ({ evidence: told }) => void told!.windows[0]!.entryIds.push("slipped"), "wrongSet"],
    ["the commitment", ({ evidence: told }) => void (told!.commitment = "a".repeat(64)), "changedDraw"],
    ["the receipt", change({ receipt: moved }), "changedDraw"],
    ["the entry itself", (answers) => void Object.assign(answers, { entry: null }), "missingReceipt"],
    ["the set, which it does not show", (answers) => void (answers.evidence = null), "missingReceipt"],
    ["the draw, which it leaves out", hideDraw, "missingReceipt"],
    ["the draw, which it says to be another's", tellOther, "changedDraw"],
    ["the loss, before the round", loseEarly, "wrongSignature"],
    ["the beacon, which it says was silent", tellSilence, "wrongRank"],
    ["the number of shares", ({ evidence: told }) => void Object.assign(told!, HIDDEN, { count: 2 }), "changedDraw"],
    ["the sealed list, which it keeps back", hideRoot, "wrongSet"],
    ["the place of the entry", ({ evidence: told }) => void told!.windows[0]!.entryIds.reverse(), "missingReceipt"],
    [
      "the root",
      change({ root: signRoot({ round: root.round, draws: 2, root: "c".repeat(64), madeAt: new Date(root.madeAt) }) }),
      "twoRoots",
    ],
    ["the beacon", () => void (meta.content = ""), "foreignChain"],
  ])("about %s", async (_, lie, fault) => {
    const answers = truth();
    lie(answers);
    expect((await check(answers)).faults).toContain(fault);
    expect(kept()).toEqual({ receipt, root });
  });
});

function hideDraw(answers: Answers): void {
  Object.assign(answers.evidence!, HIDDEN, { windows: [] });
  Object.assign(answers.entry!, { claim: null });
  Object.assign(answers.entry!.entry, { status: "lost", share: null });
}

function loseEarly(answers: Answers): void {
  hideDraw(answers);
  Object.assign(answers.entry!.entry, { signature: null });
}

function tellSilence(answers: Answers): void {
  loseEarly(answers);
  Object.assign(answers.entry!.entry, { status: "undrawn" });
  vi.spyOn(Date, "now").mockReturnValue(Date.parse(receipt.closesAt) + 20_000);
}

function tellOther({ evidence: told }: Answers): void {
  told!.envelopeId = "env_CCCCCCCCCCCCCCCC";
}

function hideRoot({ entry, evidence: told }: Answers): void {
  Object.assign(entry!.entry, { root: null });
  Object.assign(told!.windows[0]!, { root: null, proof: null });
}

function lieTwice({ entry, evidence: told }: Answers): void {
  entry!.claim!.amount = "9";
  told!.shares![0]!.amount = "9";
}

function swapEntries(shares: { entryId: string }[]): void {
  const [one, other] = shares;
  [one!.entryId, other!.entryId] = [other!.entryId, one!.entryId];
}
