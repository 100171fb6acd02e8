import { beforeAll, expect, it, vi } from "vitest";
import { createBeaconKeys } from "#devnet/beacon/beaconKeys.ts";
import { timeOfRound } from "#domain/draw/beacon.ts";
import type { DrawEvidence } from "#domain/draw/evidence.ts";
import type { Receipt } from "#domain/draw/receipt.ts";
import { verifyDraw } from "#domain/draw/verifyDraw.ts";
import { fromHex } from "#domain/hex.ts";
import { readConfig } from "#server/config.ts";
import { readSigningKey } from "#server/crypto/ed25519.ts";
import { enterAll, openDraw, readNewestRound, settle } from "#tests/support/draws.ts";
import { openPeople, outcomeOf } from "#tests/support/people.ts";
import { addGroup, callAs, openEnvelope } from "#tests/support/story.ts";
import { TEST_SETTINGS } from "#tests/support/testApp.ts";
import { closeDraws } from "./closeDraws.ts";
import { entry } from "./entry.ts";
import { evidence } from "./evidence.ts";

const SENDER = 1n;
const CHAT = -77n;
const STATEMENT_KEY = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const beacon = createBeaconKeys({ secretKey: new Uint8Array(32).fill(5), genesisS: 1_700_000_000, periodS: 3 });
const people = openPeople("evidence");

beforeAll(async () => {
  await people.addWithSender(SENDER, 2n, 3n, 4n, 5n, 6n, 7n);
  await addGroup(people.app, SENDER, CHAT, [2n, 3n, 4n, 5n, 6n]);
  const links = [2n, 3n].map((id) => ({ tg_user_id: id, chat_id: CHAT, linked_at: people.app.clock.now() }));
  await people.database.kysely.insertInto("chat_link").values(links).execute();
  const config = readConfig({ ...TEST_SETTINGS, STATEMENT_KEY });
  people.app.config = { ...config, beacon: { chain: beacon.chain, urls: [] } };
});

const ask = (person: bigint, envelopeId: string) => callAs(people.app, evidence, person, { query: { envelopeId } });
/** As a process does that has kept nothing. */
const renew = () => void (people.app.telegram = { ...people.app.telegram });

const open = (count: number, more: object = {}) => openDraw(people.app, SENDER, { count, ...more });
const enter = (envelopeId: string, ...entering: readonly bigint[]) => enterAll(people.app, envelopeId, entering);

/** Closes the newest window, and draws it unless `isWaiting`. */
async function finish(envelopeId: string, { isWaiting = false } = {}): Promise<void> {
  const { app, database } = people;
  const round = await readNewestRound(app, envelopeId);
  const spokenMs = timeOfRound(beacon.chain, round).getTime();
  app.clock.advance(spokenMs - 800 - app.clock.now().getTime());
  await closeDraws.run(app, AbortSignal.abort());
  if (isWaiting) return;
  app.clock.advance(800);
  const signature = fromHex(beacon.sign(round));
  const told = { round: BigInt(round), signature: Buffer.from(signature), verified_at: app.clock.now() };
  await database.kysely.insertInto("beacon_round").values(told).execute();
  await settle(app, envelopeId, round, signature);
}

async function readReceipts(envelopeId: string, entered: readonly bigint[]): Promise<Receipt[]> {
  const told = entered.map((person) => callAs(people.app, entry, person, { query: { envelopeId } }));
  return (await Promise.all(told)).flatMap((one) => one.entry.receipt ?? []);
}

/** What somebody finds who trusts nobody. */
function check(found: DrawEvidence, receipts: readonly Receipt[]): string[] {
  const solvencyKeys = [readSigningKey(STATEMENT_KEY).publicKey];
  const known = { chain: beacon.chain, receipts, roots: [], keys: [], solvencyKeys };
  return verifyDraw(found, known).flatMap(({ check: name, findings }) =>
    findings.map(({ fault }) => `${name}: ${fault}`),
  );
}

it("proves a draw of two windows to whoever trusts nobody, with everybody's receipt", async () => {
  const envelopeId = await open(4);
  await enter(envelopeId, 2n, 3n);
  await finish(envelopeId);
  await enter(envelopeId, 4n, 5n, 6n);
  await finish(envelopeId);
  renew();
  const found = await ask(SENDER, envelopeId);
  const receipts = await readReceipts(envelopeId, [2n, 3n, 4n, 5n, 6n]);
  expect(receipts).toHaveLength(5);
  expect(check(found, receipts)).toEqual([]);
  expect(found.windows.map(({ entryIds }) => entryIds.length)).toEqual([2, 3]);
  expect(found.shares).toHaveLength(4);
  expect(JSON.stringify(found)).not.toContain("tg_user");
  const [first] = found.shares ?? [];
  if (first !== undefined) first.amount = "0.04";
  expect(check(found, receipts)).toContain("amounts: wrongAmount");
});

it("is for who may see the list: who has won, and once it is over the group", async () => {
  const envelopeId = await open(1, { chatIds: [String(CHAT)] });
  await enter(envelopeId, 2n, 3n);
  expect(await outcomeOf(ask(SENDER, envelopeId))).toBe("ok");
  expect(await ask(2n, envelopeId)).toMatchObject({ totalAmount: null, shares: null, revealed: null });
  expect(await outcomeOf(ask(7n, envelopeId))).toBe("notFound");
  await finish(envelopeId);
  for (const person of [2n, 3n]) expect(await outcomeOf(ask(person, envelopeId))).toBe("ok");
  expect(await outcomeOf(ask(7n, envelopeId))).toBe("notFound");
  const instant = await openEnvelope(people.app, SENDER, { count: 2, totalAmount: "0.05" });
  expect(await outcomeOf(ask(SENDER, instant.envelopeId))).toBe("notFound");
});

it("lets who has lost and may not see the list check the round, the set and the own rank", async () => {
  const envelopeId = await open(1);
  await enter(envelopeId, 2n, 3n);
  await finish(envelopeId);
  renew();
  const answers = await Promise.all([2n, 3n].map((person) => ask(person, envelopeId)));
  const lost = answers.findIndex(({ shares }) => shares === null);
  const found = answers[lost]!;
  expect(answers[1 - lost]?.shares).toHaveLength(1);
  expect(found).toMatchObject({ totalAmount: null, revealed: null, windows: [{ entryIds: { length: 2 } }] });
  const receipts = await readReceipts(envelopeId, [2n, 3n]);
  expect(check(found, receipts)).toEqual(["rule: noList", "amounts: noList", "revealed: notRevealed"]);
});

it("tells a set once it is closed, its round once it is drawn, and all shares at the end", async () => {
  const envelopeId = await open(3);
  await enter(envelopeId, 2n, 3n);
  renew();
  expect(await ask(SENDER, envelopeId)).toMatchObject({ windows: [], keys: [], shares: [], revealed: null });
  await finish(envelopeId, { isWaiting: true });
  renew();
  const closed = await ask(SENDER, envelopeId);
  expect(closed.windows).toMatchObject([
    { entryIds: { length: 2 }, signature: null, root: { draws: 1 }, proof: { path: [] } },
  ]);
  await finish(envelopeId);
  renew();
  const drawn = await ask(SENDER, envelopeId);
  expect(drawn.windows[0]?.signature).toMatch(/^[0-9a-f]{96}$/);
  expect(drawn).toMatchObject({ shares: { length: 2 }, revealed: null });
  expect(check(drawn, await readReceipts(envelopeId, [2n]))).toEqual(["revealed: notRevealed"]);
});

it("never contradicts itself, however often somebody asks while a draw is settled", async () => {
  const envelopeId = await open(2);
  await enter(envelopeId, 2n, 3n, 4n);
  await finish(envelopeId, { isWaiting: true });
  renew();
  // However long the machine takes, what was read before the draw is kept, also of the round.
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  await Promise.all([ask(SENDER, envelopeId), readReceipts(envelopeId, [2n])]);
  await finish(envelopeId);
  const found = await ask(SENDER, envelopeId);
  expect(check(found, await readReceipts(envelopeId, [2n, 3n, 4n]))).toEqual([]);
  for (const person of [2n, 3n, 4n]) {
    const told = await callAs(people.app, entry, person, { query: { envelopeId } });
    expect(told.entry.signature).toBe(found.windows[0]?.signature);
  }
});

it("of 10,000 entries has 400 kB at most", async () => {
  const { database, app } = people;
  const envelopeId = await open(100, { totalAmount: "1" });
  await enter(envelopeId, 2n);
  await database.pool.query(
    "insert into tg_user (tg_user_id, first_name, lang, created_at, updated_at) select 10000 + n, repeat('x', 64), 'en', now(), now() from generate_series(1, 9999) n",
  );
  await database.pool.query(
    `insert into entry (envelope_id, tg_user_id, entry_id, place, round, head, entered_at)
     select $1, 10000 + n, substr(md5(n::text), 1, 22), 1 + n, round, head, opened_at
     from draw_window, generate_series(1, 9999) n where envelope_id = $1`,
    [envelopeId],
  );
  await finish(envelopeId);
  app.telegram = { ...app.telegram };
  const before = performance.now();
  const found = await ask(SENDER, envelopeId);
  // Half a second on a quiet machine.
  expect(performance.now() - before).toBeLessThan(5_000);
  expect(found.windows[0]?.entryIds).toHaveLength(10_000);
  expect(found.shares).toHaveLength(100);
  expect(JSON.stringify(found).length).toBeLessThan(400_000);
}, 20_000);
