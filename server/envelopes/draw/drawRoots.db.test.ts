import { beforeEach, expect, it } from "vitest";
import { createBeaconKeys } from "#devnet/beacon/beaconKeys.ts";
import { timeOfRound } from "#domain/draw/beacon.ts";
import type { DrawRoot } from "#domain/draw/drawRoot.ts";
import { isSignedBody } from "#domain/draw/isSignedBody.ts";
import { readConfig } from "#server/config.ts";
import { closeEnvelope } from "#server/envelopes/life/closeEnvelope.ts";
import { startJobs } from "#server/jobs/startJobs.ts";
import { pause } from "#server/pause.ts";
import { enterAll, openDraw, readNewestRound, settle } from "#tests/support/draws.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openPeople } from "#tests/support/people.ts";
import { callAs } from "#tests/support/story.ts";
import { TEST_SETTINGS, type TestApp } from "#tests/support/testApp.ts";
import { closeDraws } from "./closeDraws.ts";
import { drawKeys } from "./drawKeys.ts";
import { drawRoot } from "./drawRoots.ts";
import { entry } from "./entry.ts";

const SENDER = 1n;
const PEOPLE = [2n, 3n, 4n] as const;
const NEVER = AbortSignal.abort();
const DRAW_KEY = "3fa1b29cffd05a60ba844af4923ec2cc44449c5697b326919703bac031cae7f6";
const { chain } = createBeaconKeys({ secretKey: new Uint8Array(32).fill(5), genesisS: 1_700_000_000, periodS: 3 });
const people = openPeople("roots");
let hasPeople = false;

beforeEach(async () => {
  if (!hasPeople) await people.addWithSender(SENDER, ...PEOPLE);
  hasPeople = true;
});

/** A process of its own on the same database, which has kept nothing. */
function start(more: Partial<TestApp> = {}, settings: Record<string, string> = {}): TestApp {
  const { app } = people;
  const config = { ...readConfig({ ...TEST_SETTINGS, ...settings }), beacon: { chain, urls: [] } };
  return { ...app, telegram: { ...app.telegram }, config, ...more };
}

async function open(app: TestApp, drawWindowS = 15): Promise<string> {
  const envelopeId = await openDraw(app, SENDER, { count: 3 });
  const set = people.database.kysely.updateTable("envelope").set({ draw_window_s: drawWindowS });
  await set.where("envelope_id", "=", envelopeId).execute();
  return envelopeId;
}

const enter = (app: TestApp, envelopeId: string, ...entering: readonly bigint[]) => enterAll(app, envelopeId, entering);

async function readWindow(envelopeId: string): Promise<{ round: number; spokenMs: number }> {
  const round = await readNewestRound(people.app, envelopeId);
  return { round, spokenMs: timeOfRound(chain, round).getTime() };
}

const advanceTo = (timeMs: number) => people.app.clock.advance(timeMs - people.app.clock.now().getTime());
const readRoot = async (round: number, app = start()) =>
  (await callAs(app, drawRoot, SENDER, { query: { round } })).root;

async function isSigned({ signature, ...body }: DrawRoot): Promise<boolean> {
  const { keys } = await callAs(start(), drawKeys, SENDER, {});
  const key = keys.find(({ keyId }) => keyId === body.keyId);
  return isSignedBody(body, signature, key?.publicKey ?? "");
}

it("all draws of a round are under one root, signed a second before the round, and their people are told it", async () => {
  const app = start();
  const [first, second] = [await open(app), await open(app)];
  await enter(app, first, 2n, 3n);
  await enter(app, second, 4n);
  const { round, spokenMs } = await readWindow(first);
  expect(await readWindow(second)).toEqual({ round, spokenMs });
  advanceTo(spokenMs - 1_600);
  await closeDraws.run(app, NEVER);
  expect(await readRoot(round)).toBeNull();
  advanceTo(spokenMs - 1_000);
  await closeDraws.run(app, NEVER);
  const root = await readRoot(round);
  expect(root).toMatchObject({ beacon: chain.hash, round, draws: 2, madeAt: new Date(spokenMs - 1_000).toISOString() });
  expect(root !== null && (await isSigned(root))).toBe(true);
  const told = await callAs(start(), entry, 4n, { query: { envelopeId: second } });
  expect(told.entry).toMatchObject({ status: "waiting", root, signature: null });
  expect(await enter(app, first, 4n)).toEqual(["entered"]);
  expect((await readRoot(round))?.root).toBe(root?.root);
  expect(await findBreaches(people.database)).toEqual([]);
});

it("two processes at once, and whoever comes later, publish the same one", async () => {
  const app = start();
  const envelopeId = await open(app);
  await enter(app, envelopeId, 2n);
  const { round, spokenMs } = await readWindow(envelopeId);
  advanceTo(spokenMs - 900);
  await Promise.all([closeDraws.run(start(), NEVER), closeDraws.run(start(), NEVER)]);
  const root = await readRoot(round);
  advanceTo(spokenMs + 60_000);
  await closeDraws.run(start(), NEVER);
  expect(await readRoot(round)).toEqual(root);
  expect(root?.madeAt).toBe(new Date(spokenMs - 900).toISOString());
});

it("one that could not be signed in time says so, and is made before anything is drawn by the round", async () => {
  const app = start();
  const envelopeId = await open(app);
  await enter(app, envelopeId, 2n);
  const { round, spokenMs } = await readWindow(envelopeId);
  advanceTo(spokenMs - 500);
  // The draw is closed, and the process ends before it publishes.
  const lost = start({}, { APP_SECRET: "another secret of the tests with forty letters", DRAW_KEY });
  await closeDraws.run(lost, NEVER);
  expect(await readRoot(round)).toBeNull();
  advanceTo(spokenMs + 2_500);
  await closeDraws.run(start(), NEVER);
  const root = await readRoot(round);
  expect(root?.madeAt).toBe(new Date(spokenMs + 2_500).toISOString());
  expect(await findBreaches(people.database)).toEqual([]);
});

it("one that is signed late is over what was drawn before it, too", async () => {
  const app = start();
  const [drawn, waiting] = [await open(app), await open(app)];
  await enter(app, drawn, 2n);
  await enter(app, waiting, 3n);
  const { round, spokenMs } = await readWindow(drawn);
  advanceTo(spokenMs);
  const lost = start({}, { APP_SECRET: "another secret of the tests with forty letters", DRAW_KEY });
  await closeDraws.run(lost, NEVER);
  expect(await settle(people.app, drawn, round)).toBe(1);
  // The process ends between two draws of a round.
  await closeDraws.run(start(), NEVER);
  expect(await readRoot(round)).toMatchObject({ draws: 2 });
  expect(await findBreaches(people.database)).toEqual([]);
});

it("a draw that its sender ends at once, or that expires, is under the root as well", async () => {
  const app = start();
  const [closed, expiring] = [await open(app), await open(app)];
  people.app.clock.advance(600_000);
  await enter(app, closed, 2n, 3n);
  await callAs(app, closeEnvelope, SENDER, { body: { envelopeId: closed } });
  const { round, spokenMs } = await readWindow(closed);
  const soon = new Date(spokenMs - 3_000);
  const set = people.database.kysely.updateTable("envelope").set({ expires_at: soon });
  await set.where("envelope_id", "=", expiring).execute();
  await enter(app, expiring, 4n);
  const other = await readWindow(expiring);
  advanceTo(Math.max(spokenMs, other.spokenMs) - 1_000);
  await closeDraws.run(app, NEVER);
  expect(await readRoot(round)).toMatchObject({ draws: other.round === round ? 2 : 1 });
  expect(await readRoot(other.round)).not.toBeNull();
  expect(await findBreaches(people.database)).toEqual([]);
});

it("no window is opened so late that its round's root may be there before it", async () => {
  const app = start();
  const [first, expiring] = [await open(app), await open(app)];
  await enter(app, first, 2n);
  const { round, spokenMs } = await readWindow(first);
  const expiresMs = spokenMs - 1_000;
  const set = people.database.kysely.updateTable("envelope").set({ expires_at: new Date(expiresMs) });
  await set.where("envelope_id", "=", expiring).execute();
  // Who comes just before the expiry has the time from then, and holds the envelope only after the root.
  advanceTo(expiresMs - 1);
  const at = people.app.clock.now();
  advanceTo(expiresMs);
  await closeDraws.run(app, NEVER);
  expect(await readRoot(round)).toMatchObject({ draws: 1 });
  const late = { ...app, clock: { ...app.clock, now: () => at } };
  expect(await enter(late, expiring, 3n)).toEqual(["expired"]);
  await closeDraws.run(app, NEVER);
  expect(await findBreaches(people.database)).toEqual([]);
});

it("what comes to a round after its root changes nothing of it", async () => {
  const app = start();
  const envelopeId = await open(app);
  await enter(app, envelopeId, 2n);
  const { round, spokenMs } = await readWindow(envelopeId);
  advanceTo(spokenMs - 1_000);
  await closeDraws.run(app, NEVER);
  const root = await readRoot(round);
  advanceTo(spokenMs);
  expect(await settle(people.app, envelopeId, round)).toBe(1);
  await closeDraws.run(start(), NEVER);
  expect(await readRoot(round)).toEqual(root);
  const change = people.database.pool.query("update draw_root set signature = repeat('0', 128)");
  await expect(change).rejects.toThrow("draw_root");
});

it("by the real clock it is there between the last entry and the round", async () => {
  const now = () => new Date();
  const clock = Object.assign(Object.create(people.app.clock) as TestApp["clock"], { now });
  const app = start({ clock, clockGuard: { ...people.app.clockGuard, readTrustedTime: async () => now() } });
  const envelopeId = await open(start(), 1);
  const set = people.database.kysely.updateTable("envelope").set({ expires_at: new Date(Date.now() + 3_600_000) });
  await set.where("envelope_id", "=", envelopeId).execute();
  await enter(app, envelopeId, 2n);
  const { round, spokenMs } = await readWindow(envelopeId);
  const jobs = startJobs(app, [closeDraws]);
  await pause(spokenMs - Date.now(), new AbortController().signal);
  await jobs.stop();
  const root = await readRoot(round);
  expect(Date.parse(root?.madeAt ?? "")).toBeGreaterThanOrEqual(spokenMs - 1_000);
  expect(Date.parse(root?.madeAt ?? "")).toBeLessThan(spokenMs);
}, 20_000);
