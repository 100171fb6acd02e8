import { beforeAll, describe, expect, it } from "vitest";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addressOf, addUsers, bindWallet, callAs, claim, openEnvelope } from "#tests/support/story.ts";
import { accountAmountInfo, claimStaticBashboard } from "./totals.ts";
import { allSendRecords } from "./allSendRecords.ts";
import { writeCursor } from "#server/calls/pages.ts";
import { history } from "./history.ts";
import { sumEnded } from "#server/rankings/sumEnded.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";

const ETH = 10n ** 18n;
const SENDER = 1n;
const CLAIMER = 2n;
const STRANGER = 3n;
const { app, database } = await openAppOfFile("records");

beforeAll(async () => {
  await addUsers(app, [SENDER, CLAIMER, STRANGER]);
  await bindWallet(app, SENDER);
  app.world.balances.set(addressOf(SENDER), 100n * ETH);
  for (let number = 1; number <= 5; number += 1) {
    const { envelopeId } = await openEnvelope(app, SENDER, {
      type: "ordinary",
      count: 2,
      totalAmount: undefined,
      singleAmount: `0.0${number}`,
      passphrase: `Number ${number}`,
    });
    if (number > 1) await claim(app, CLAIMER, `Number ${number}`, envelopeId);
    if (number > 4) await claim(app, STRANGER, `Number ${number}`, envelopeId);
    app.clock.advance(1000);
  }
});

describe("the list of sent envelopes", () => {
  const list = (limit: number, cursor?: string) =>
    callAs(app, allSendRecords, SENDER, { query: cursor === undefined ? { limit } : { limit, cursor } });

  it("is paged, newest first, with the count of all", async () => {
    const first = await list(2);
    const second = await list(2, first.nextCursor ?? "");
    const third = await list(2, second.nextCursor ?? "");
    const passphrases = [first, second, third].flatMap((page) => page.items.map(({ passphrase }) => passphrase));
    expect(passphrases).toEqual(["Number 5", "Number 4", "Number 3", "Number 2", "Number 1"]);
    expect([first.total, second.total, third.total]).toEqual([5, 5, 5]);
    expect(third.nextCursor).toBeNull();
  });

  it("shows how far each is claimed", async () => {
    const { items } = await list(5);
    expect(items.map(({ recordStatus }) => recordStatus)).toEqual([
      "received",
      "partiallyReceived",
      "partiallyReceived",
      "partiallyReceived",
      "notReceived",
    ]);
    expect(items[1]).toMatchObject({
      totalAmount: "0.08",
      singleAmount: "0.04",
      remainingAmount: "0.04",
      remainingCount: 1,
      receivedQuantity: 1,
      paidOutAmount: "0.04",
    });
  });

  it.each([
    ["received", ["Number 5"]],
    ["partiallyReceived", ["Number 4", "Number 3", "Number 2"]],
    ["notReceived", ["Number 1"]],
  ] as const)("is cut to those that are %s, and counts only these", async (recordStatus, passphrases) => {
    const found = await callAs(app, allSendRecords, SENDER, { query: { limit: 5, recordStatus } });
    expect(found.items.map(({ passphrase }) => passphrase)).toEqual(passphrases);
    expect(found.total).toBe(passphrases.length);
    const other = await callAs(app, allSendRecords, SENDER, { query: { limit: 5, recordStatus, coinType: "ton" } });
    expect(other).toMatchObject({ items: [], total: 0 });
  });

  it("contains the caller's own only, filters by coin, and refuses foreign cursors", async () => {
    expect(await callAs(app, allSendRecords, CLAIMER, { query: { limit: 10 } })).toEqual({
      items: [],
      total: 0,
      nextCursor: null,
    });
    expect(await callAs(app, allSendRecords, SENDER, { query: { limit: 10, coinType: "ton" } })).toMatchObject({
      total: 0,
    });
    const years = ["-271821-04-20T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "+010000-01-01T00:00:00.000Z"];
    for (const cursor of ["abc", "WyJ4IiwieSJd", "W10", ...years.map((year) => writeCursor([year, "a"]))]) {
      await expect(list(2, cursor)).rejects.toMatchObject({ key: "invalidRequest" });
    }
  });
});

describe("the list of claims", () => {
  it("is newest first, with the sum of all pages", async () => {
    const query = { limit: 3 };
    const first = await callAs(app, history, CLAIMER, { query });
    expect(first.items.map(({ amount }) => amount)).toEqual(["0.05", "0.04", "0.03"]);
    expect(first).toMatchObject({ total: 4, totalReceivedAmount: "0.14" });
    const second = await callAs(app, history, CLAIMER, { query: { ...query, cursor: first.nextCursor ?? "" } });
    expect(second.items.map(({ amount }) => amount)).toEqual(["0.02"]);
    expect(second).toMatchObject({ total: 4, totalReceivedAmount: "0.14", nextCursor: null });
    expect(await callAs(app, history, SENDER, { query })).toEqual({
      items: [],
      total: 0,
      nextCursor: null,
      totalReceivedAmount: "0",
      receivedByCoin: [],
    });
  });

  it("shows the sender of each, and the sum in each coin", async () => {
    const { items, receivedByCoin } = await callAs(app, history, CLAIMER, { query: { limit: 1 } });
    expect(items[0]).toMatchObject({
      sender: { name: `Person ${SENDER}`, url: null },
      user: { name: `Person ${CLAIMER}` },
    });
    expect(receivedByCoin).toEqual([{ coinType: "eth", amount: "0.14" }]);
    const ofAnother = await callAs(app, history, CLAIMER, { query: { limit: 1, coinType: "ton" } });
    expect(ofAnother).toMatchObject({ items: [], totalReceivedAmount: "0", receivedByCoin: [] });
  });
});

describe("the account", () => {
  const info = (userId: bigint) => callAs(app, accountAmountInfo, userId, { query: { coinType: "eth" } });

  it("has what was claimed and what others claimed from own envelopes", async () => {
    expect(await info(CLAIMER)).toEqual({
      balance: "0.14",
      amountSent: "0",
      amountReceived: "0.14",
      quantityReceived: 4,
      coinTypes: ["eth"],
    });
    expect(await callAs(app, claimStaticBashboard, CLAIMER, { query: { coinType: "eth" } })).toEqual({
      coinType: "eth",
      totalReceivedAmount: "0.14",
      receivedQuantity: 4,
      paidOutAmount: "0",
      bestLuckCount: 0,
      coinTypes: ["eth"],
    });
    expect(await callAs(app, claimStaticBashboard, SENDER, { query: { coinType: "eth" } })).toMatchObject({
      totalReceivedAmount: "0",
      paidOutAmount: "0.19",
    });
  });

  it("gets unclaimed money back once, and then counts only the rest as sent", async () => {
    expect(await info(SENDER)).toMatchObject({ balance: "0", amountSent: "0.3" });
    app.clock.advance(24 * 3_600_000);
    const signal = new AbortController().signal;
    await Promise.all([refundJob.run(app, signal), refundJob.run(app, signal), refundJob.run(app, signal)]);
    await refundJob.run(app, signal);
    expect(await info(SENDER)).toEqual({
      balance: "0.11",
      amountSent: "0.19",
      amountReceived: "0",
      quantityReceived: 0,
      coinTypes: ["eth"],
    });
    const { items } = await callAs(app, allSendRecords, SENDER, { query: { limit: 5 } });
    expect(items.map(({ status }) => status)).toEqual(["finished", "refunded", "refunded", "refunded", "refunded"]);
    expect(items[4]).toMatchObject({ remainingAmount: "0", remainingCount: 0, recordStatus: "notReceived" });
  });

  it("counts the best luck of finished draws", async () => {
    const { envelopeId } = await openEnvelope(app, SENDER, {
      count: 2,
      totalAmount: "0.5",
      passphrase: "Who is luckier",
    });
    const amounts: number[] = [];
    for (const id of [CLAIMER, STRANGER]) {
      amounts.push(Number((await claim(app, id, "Who is luckier", envelopeId)).claim?.amount));
    }
    const best = await Promise.all(
      [CLAIMER, STRANGER].map((id) => callAs(app, claimStaticBashboard, id, { query: { coinType: "eth" } })),
    );
    expect(best.map(({ bestLuckCount }) => bestLuckCount)).toEqual(
      amounts.map((own) => (own === Math.max(...amounts) ? 1 : 0)),
    );
  });
});

describe("totals", () => {
  const readAll = (userId: bigint) =>
    Promise.all([
      callAs(app, accountAmountInfo, userId, { query: { coinType: "eth" } }),
      callAs(app, claimStaticBashboard, userId, { query: { coinType: "eth" } }),
      callAs(app, allSendRecords, userId, { query: { limit: 5, recordStatus: "partiallyReceived" } }),
      callAs(app, allSendRecords, userId, { query: { limit: 5, coinType: "eth" } }),
      callAs(app, history, userId, { query: { limit: 5, coinType: "eth" } }),
    ]);

  it("are the same before and after ended envelopes are summed, once", async () => {
    const people = [SENDER, CLAIMER, STRANGER];
    const before = await Promise.all(people.map(readAll));
    const counts = await Promise.all([sumEnded(app), sumEnded(app)]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(6);
    expect(await sumEnded(app)).toBe(0);
    expect(await Promise.all(people.map(readAll))).toEqual(before);
    const stored = await database.kysely
      .selectFrom("account_total")
      .selectAll()
      .where("tg_user_id", "=", SENDER)
      .execute();
    expect(stored).toMatchObject([
      { sent_base: 69n * 10n ** 16n, not_received_count: 1n, partially_received_count: 3n, received_count: 2n },
    ]);
  });

  it("and pages agree across coins and statuses", async () => {
    await openEnvelope(app, SENDER, { passphrase: "Still open", totalAmount: "0.1" });
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const query = { limit: 2, ...(cursor !== undefined && { cursor }) };
      const { items, total, nextCursor } = await callAs(app, allSendRecords, SENDER, { query });
      expect(total).toBe(7);
      ids.push(...items.map(({ envelopeId }) => envelopeId));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(new Set(ids).size).toBe(7);
  });
});

it("every invariant holds after all of this", async () => {
  expect(await findBreaches(database)).toEqual([]);
});
