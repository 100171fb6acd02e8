import { beforeAll, expect, it } from "vitest";
import { QUICKNET, timeOfRound } from "#domain/draw/beacon.ts";
import { isSignedBody } from "#domain/draw/isSignedBody.ts";
import { createPathCheck } from "#domain/draw/checkPaths.ts";
import { hashLeaf } from "#domain/draw/merkleTree.ts";
import { hashHead, hashStart, hashWho, type Receipt } from "#domain/draw/receipt.ts";
import { fromHex, toHex } from "#domain/hex.ts";
import { verifyFairness } from "#domain/draw/verifyFairness.ts";
import { claimDetail, envelopeFairness } from "#server/envelopes/envelopeDetail.ts";
import { acceptRedEnvelope } from "#server/envelopes/claim/acceptRedEnvelope.ts";
import { takeShare } from "#server/envelopes/claim/takeShare.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { accountDeletion } from "#server/accounts/deleteAccount.ts";
import { openDraw, readNewestRound, settle } from "#tests/support/draws.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openPeople } from "#tests/support/people.ts";
import { addGroup, callAs, openToMembers, tap } from "#tests/support/story.ts";
import { outcomeOf } from "#tests/support/people.ts";
import { drawKeys } from "./drawKeys.ts";
import { entry } from "./entry.ts";

const SENDER = 1n;
const PEOPLE = [2n, 3n, 4n, 5n] as const;
const PHRASE = "Lucky Day";
const CHAT = -77n;
const people = openPeople("entries");

beforeAll(async () => {
  await people.addWithSender(SENDER, ...PEOPLE, 6n);
  await addGroup(people.app, SENDER, CHAT, PEOPLE);
});

const open = (count: number) => openDraw(people.app, SENDER, { count });
const take = (person: bigint, envelopeId: string) =>
  callAs(people.app, acceptRedEnvelope, person, { body: { passphrase: PHRASE, envelopeId } });
const readEntry = (person: bigint, envelopeId: string) => callAs(people.app, entry, person, { query: { envelopeId } });

async function drawNewest(envelopeId: string): Promise<void> {
  const { app } = people;
  const round = await readNewestRound(app, envelopeId);
  const end = timeOfRound(app.config.beacon.chain, round);
  app.clock.advance(Math.max(0, end.getTime() - app.clock.now().getTime()));
  await settle(app, envelopeId, round, new Uint8Array(48).fill(7));
}

async function storeRound(envelopeId: string): Promise<void> {
  await people.database.pool.query(
    "insert into beacon_round select round, decode(repeat('07', 48), 'hex'), settled_at from draw_window where envelope_id = $1",
    [envelopeId],
  );
}

it("who enters is told the place; after the draw who won has a claim, and who lost none", async () => {
  const envelopeId = await open(3);
  const first = await take(2n, envelopeId);
  const closesAt = new Date(people.app.clock.now().getTime() + 15_000).toISOString();
  expect(first).toMatchObject({
    claim: null,
    alreadyClaimed: false,
    entry: { place: 1, entries: 1, status: "waiting", closesAt },
    envelope: {
      drawRule: "together",
      drawWindowS: 15,
      entryCount: 1,
      closesAt,
      totalAmount: null,
      receivedQuantity: null,
    },
  });
  for (const person of [3n, 4n, 5n]) await take(person, envelopeId);
  expect(await take(2n, envelopeId)).toMatchObject({
    alreadyClaimed: true,
    entry: { entryId: first.entry?.entryId, place: 1, entries: 4 },
  });
  expect(await readEntry(5n, envelopeId)).toMatchObject({
    claim: null,
    entry: { place: 4, round: first.entry?.round },
  });
  expect(await outcomeOf(readEntry(6n, envelopeId))).toBe("notFound");
  await drawNewest(envelopeId);

  const told = await Promise.all(PEOPLE.map((person) => readEntry(person, envelopeId)));
  expect(told.map((one) => one.entry.status).toSorted()).toEqual(["lost", "won", "won", "won"]);
  for (const [index, { entry: own, claim }] of told.entries()) {
    const again = await take(PEOPLE[index] ?? 0n, envelopeId);
    expect(again).toMatchObject({ alreadyClaimed: true, claim, entry: own });
    expect(claim?.claimId ?? null).toBe(own.status === "won" ? own.entryId : null);
  }
  expect(await outcomeOf(take(6n, envelopeId))).toBe("soldOut");
  expect(await findBreaches(people.database)).toEqual([]);
});

it("each entry has a receipt: signed, linked to the one before, and of its person alone", async () => {
  const envelopeId = await open(3);
  const receipts: Receipt[] = [];
  for (const person of [2n, 3n]) {
    const { entry: entered } = await take(person, envelopeId);
    if (entered?.receipt !== null && entered?.receipt !== undefined) receipts.push(entered.receipt);
  }
  const { keys } = await callAs(people.app, drawKeys, 2n, {});
  const { commitment } = await callAs(people.app, envelopeFairness, 2n, { query: { envelopeId } });
  for (const [index, { nonce, signature, ...body }] of receipts.entries()) {
    const { publicKey = "" } = keys.find(({ keyId }) => keyId === body.keyId) ?? {};
    expect(isSignedBody(body, signature, publicKey)).toBe(true);
    expect(body).toMatchObject({ envelopeId, commitment, beacon: QUICKNET.hash, place: index + 1 });
    expect(body.head).toBe(toHex(hashHead(fromHex(body.previousHead), body)));
    expect(body.who).toBe(hashWho(nonce, String(index + 2)));
  }
  const [first, second] = receipts;
  expect(first?.previousHead).toBe(toHex(hashStart(fromHex(commitment ?? ""), 3)));
  expect(second?.previousHead).toBe(first?.head);
  expect(second?.nonce).not.toBe(first?.nonce);
  const again = await take(2n, envelopeId);
  expect(again.entry?.receipt).toEqual(first);
  await drawNewest(envelopeId);
  expect((await readEntry(2n, envelopeId)).entry.receipt).toEqual(first);
});

it("who has won can prove the amount without the others', and knows the round", async () => {
  const envelopeId = await open(3);
  for (const person of [2n, 3n]) await take(person, envelopeId);
  expect((await readEntry(2n, envelopeId)).entry).toMatchObject({ root: null, signature: null, share: null });
  await drawNewest(envelopeId);
  await storeRound(envelopeId);
  people.app.clock.advance(1_000);
  const { entry: own, claim } = await readEntry(2n, envelopeId);
  expect(own.signature).toBe("07".repeat(48));
  const { slot = 0, salt = "", path = [] } = own.share ?? {};
  const isProven = (amount: string) =>
    createPathCheck(own.receipt?.commitment ?? "", 3)(hashLeaf({ envelopeId, slot, amount, salt }), slot, path);
  expect(isProven(claim?.amount ?? "")).toBe(true);
  expect(isProven("0.04")).toBe(false);
});

it("its commitment is to a tree, and the draw is revealed at its end", async () => {
  const envelopeId = await open(2);
  for (const person of [2n, 3n]) await take(person, envelopeId);
  await drawNewest(envelopeId);
  const { commitment, revealed } = await callAs(people.app, envelopeFairness, 2n, { query: { envelopeId } });
  const { envelope, claims } = await callAs(people.app, claimDetail, 2n, { query: { envelopeId, limit: 50 } });
  const evidence = {
    drawRule: envelope.drawRule,
    commitment: commitment ?? "",
    revealed: { envelopeId, salt: revealed?.salt ?? "", shares: revealed?.shares ?? [] },
    totalAmount: envelope.totalAmount,
    baseDecimals: 18,
    claimedAmounts: claims.map(({ amount }) => amount),
  };
  const unused = () => Promise.reject(new Error("a tree has its own hash"));
  expect(await verifyFairness(evidence, unused)).toEqual([]);
  const [first = "", second = ""] = evidence.revealed.shares;
  const swapped = { ...evidence.revealed, shares: [second, first] };
  expect(await verifyFairness({ ...evidence, revealed: swapped }, unused)).toEqual(["commitment"]);
});

it("members enter by a tap", async () => {
  const body = { chatIds: [String(CHAT)], count: 2 };
  const envelopeId = await openToMembers(people.app, SENDER, { ...body, drawRule: "together" });
  const entered = await tap(people.app, 2n, envelopeId);
  expect(entered).toMatchObject({ claim: null, entry: { place: 1 }, envelope: { drawWindowS: 300 } });
  expect(await tap(people.app, 2n, envelopeId)).toMatchObject({ alreadyClaimed: true });
  expect(await outcomeOf(tap(people.app, 6n, envelopeId))).toBe("membersOnly");
});

it("who waits for a draw cannot delete the account", async () => {
  const envelopeId = await open(3);
  await take(4n, envelopeId);
  const { obstacles } = await callAs(people.app, accountDeletion, 4n, {});
  expect(obstacles.filter(({ id }) => id === envelopeId).map(({ kind }) => kind)).toEqual(["claimedEnvelope"]);
});

it("nobody enters a set that another process, whose clock leads, has published", async () => {
  const [first, second] = [await open(3), await open(3)];
  await take(2n, first);
  const readRound = async (envelopeId: string) => (await readEntry(2n, envelopeId)).entry.round;
  const round = await readRound(first);
  const root = {
    round: BigInt(round),
    made_at: people.app.clock.now(),
    body: "{}",
    signature: "0".repeat(128),
    leaves: "[]",
  };
  await people.database.kysely.insertInto("draw_root").values(root).execute();
  people.app.telegram = { ...people.app.telegram };
  await take(2n, second);
  expect(await readRound(second)).toBeGreaterThan(round);
  await people.database.kysely.deleteFrom("draw_root").execute();
});

it("who came after the end enters nothing, though the clock goes back meanwhile", async () => {
  const envelopeId = await open(3);
  const at = new Date(people.app.clock.now().getTime() + 86_400_000);
  const ask = { envelopeId, tgUserId: 5n, claimId: "late", at };
  expect((await takeShare(people.app, { drawRule: "together" }, ask)).outcome).toBe("expired");
});

it("nobody enters while the time is uncertain", async () => {
  const envelopeId = await open(3);
  // A process of its own, which has kept no answer.
  const telegram = { ...people.app.telegram };
  const app = { ...people.app, telegram, clockGuard: { ...people.app.clockGuard, readTrustedTime: async () => null } };
  const asked = callAs(app, acceptRedEnvelope, 5n, { body: { passphrase: PHRASE, envelopeId } });
  expect(await outcomeOf(asked)).toBe("serviceUnavailable");
});

it.each([
  ["a draw for all of equal shares", { type: "ordinary", drawRule: "together" }],
  ["a window without it", { type: "luckyDraw", drawWindowS: 15 }],
  ["a window of shares at once", { type: "luckyDraw", drawRule: "instant", drawWindowS: 15 }],
] as const)("%s is refused", async (_, given) => {
  const body = { coinType: "eth", count: 5, totalAmount: "0.05", passphrase: PHRASE, ...given } as const;
  expect(await outcomeOf(callAs(people.app, sendRedEnvelope, SENDER, { body }))).toBe("invalidRequest");
});
