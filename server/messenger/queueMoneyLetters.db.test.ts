import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { addUsers } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import type { SendOutcome } from "./botApi.ts";
import type { NotificationKind } from "./notificationKind.ts";
import { queueNotification } from "./queueNotification.ts";
import { sendNotifications } from "./notifications.ts";

const ANNA = 1n;
const BELA = 2n;
const DECIMALS = COINS.eth.baseDecimals;

describe("letters about money", () => {
  let database: Database;
  let app: TestApp;
  let letters: { to: bigint; text: string; link: string | undefined }[];
  let answer: () => SendOutcome;

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    for (const table of ["letter", "notification_sum"] as const) await database.kysely.deleteFrom(table).execute();
    app = createTestApp(database, "money letters");
    letters = [];
    answer = () => ({ kind: "sent", messageId: 1n });
    app.telegram = {
      ...app.telegram,
      sendMessage: (to, { html, button }) => {
        const outcome = answer();
        if (outcome.kind === "sent") letters.push({ to, text: html, link: button?.url });
        return Promise.resolve(outcome);
      },
    };
    await addUsers(app, [ANNA, BELA]);
    await database.kysely.updateTable("tg_user").set({ allows_write_to_pm: true }).execute();
  });

  const queue = (tgUserId: bigint, kind: NotificationKind, params: Record<string, string>) =>
    database.kysely.transaction().execute((trx) => queueNotification(trx, app, { tgUserId, kind, params }));
  const pay = (tgUserId: bigint, amount: string) => queue(tgUserId, "paymentToBalance", { amount, coinType: "eth" });
  const run = () => sendNotifications.run(app, new AbortController().signal);
  async function pass(seconds: number) {
    for (let second = 0; second < seconds; second += 1) {
      app.clock.advance(1_000);
      await run();
    }
  }
  /** What the letters tell in all, of what came into the balance. */
  function addUp(to: bigint) {
    let [count, sumBase] = [0n, 0n];
    for (const letter of letters) {
      if (letter.to !== to) continue;
      const [, one] = /We received ([0-9.]+) ETH/u.exec(letter.text) ?? [];
      const [, sum, entries] =
        /balance: ([0-9.]+) ETH \(Ethereum\) in all\. Entries: ([0-9]+)\./u.exec(letter.text) ?? [];
      if (one === undefined && sum === undefined) continue;
      count += BigInt(entries ?? "1");
      sumBase += parseDecimal(one ?? sum ?? "", DECIMALS);
    }
    return { count, sum: formatAmount(sumBase, DECIMALS) };
  }

  it("arrive though ten other messages wait", async () => {
    for (let post = 0; post < 12; post += 1)
      await queue(ANNA, "notPosted", { title: `Group ${post}`, envelopeId: "e" });
    await pay(ANNA, "0.1");
    await queue(ANNA, "partToBalance", { amount: "0.2", coinType: "eth", orderId: "o" });
    await queue(ANNA, "payoutPaid", { amount: "0.3", coinType: "eth", payoutId: "p" });
    await queue(ANNA, "payoutReturned", { amount: "0.4", coinType: "eth", payoutId: "p" });
    await queue(ANNA, "payoutHeld", { amount: "0.5", coinType: "eth", payoutId: "p", reason: "limit" });
    await pass(20);
    const texts = letters.map(({ text }) => text).join("\n");
    for (const amount of ["0.1", "0.2", "0.3", "0.4", "0.5"]) expect(texts).toContain(`${amount} ETH (Ethereum)`);
    expect(letters.filter(({ text }) => text.includes("Group"))).toHaveLength(10);
  });

  it("beyond twenty are told together, by number and exact sum, and lead to the movements", async () => {
    for (let payment = 0; payment < 50; payment += 1) await pay(ANNA, "0.010000000000000001");
    await queue(ANNA, "payoutPaid", { amount: "0.3", coinType: "sol", payoutId: "p" });
    await pass(60);
    expect(letters).toHaveLength(21);
    const last = letters.at(-1);
    expect(last?.text.split("\n")).toEqual([
      "💰 News of your money, told together. Each movement is listed in the app.",
      "Arrived in your wallet: 0.3 SOL (Solana) in all. Withdrawals: 1.",
      "Added to your balance: 0.30000000000000003 ETH (Ethereum) in all. Entries: 30.",
    ]);
    expect(last?.link).toMatch(/\?startapp=movements$/u);
    expect(addUp(ANNA)).toEqual({ count: 50n, sum: "0.50000000000000005" });
    // Then they are told one by one again.
    await pay(ANNA, "0.7");
    await pass(1);
    expect(letters.at(-1)?.text).toContain("We received 0.7 ETH");
  });

  it("of less than the coin's minimum are told together at once", async () => {
    for (let crumb = 0; crumb < 7; crumb += 1) await pay(ANNA, "0.000000999999999999");
    await pay(ANNA, "0.000001");
    await pass(30);
    expect(letters).toHaveLength(2);
    expect(addUp(ANNA)).toEqual({ count: 8n, sum: "0.000007999999999993" });
  });

  it("tell each amount once, whoever queues and sends beside, and however often it is tried", async () => {
    let tries = 0;
    answer = () => {
      tries += 1;
      return tries % 3 === 0 ? { kind: "sent", messageId: 1n } : { kind: "retry", retryAfterMs: 500, reason: "flood" };
    };
    const payments = async (tgUserId: bigint) => {
      for (let payment = 0; payment < 40; payment += 1) await pay(tgUserId, "0.001");
    };
    const undone = () =>
      database.kysely
        .transaction()
        .execute(async (trx) => {
          const params = { amount: "5", coinType: "eth" };
          await queueNotification(trx, app, { tgUserId: ANNA, kind: "paymentToBalance", params });
          throw new Error("undone");
        })
        .catch(() => {});
    const queueing = new AbortController();
    const sending = (async () => {
      while (!queueing.signal.aborted) await pass(1);
    })();
    await Promise.all([payments(ANNA), payments(ANNA), payments(ANNA), payments(BELA), undone(), undone()]);
    queueing.abort();
    await sending;
    await pass(200);
    expect(addUp(ANNA)).toEqual({ count: 120n, sum: "0.12" });
    expect(addUp(BELA)).toEqual({ count: 40n, sum: "0.04" });
  });

  it("are a bounded number while the messenger is away, and all are told once it is back", async () => {
    answer = () => ({ kind: "retry", retryAfterMs: null, reason: "away" });
    for (let round = 0; round < 60; round += 1) {
      await pay(ANNA, "0.01");
      await pass(5);
    }
    const waiting = await database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select("kind")
      .where("sent_at", "is", null)
      .execute();
    expect(waiting.length).toBeLessThanOrEqual(22);
    answer = () => ({ kind: "sent", messageId: 1n });
    await pass(200);
    expect(addUp(ANNA)).toEqual({ count: 60n, sum: "0.6" });
  });

  it("are not kept for somebody who allows no messages", async () => {
    const allow = (isAllowed: boolean) =>
      database.kysely.updateTable("tg_user").set({ allows_write_to_pm: isAllowed }).execute();
    await allow(false);
    for (let payment = 0; payment < 30; payment += 1) await pay(ANNA, "0.01");
    await pass(60);
    await allow(true);
    for (let crumb = 0; crumb < 2; crumb += 1) await pay(ANNA, "0.0000001");
    await pass(60);
    expect(addUp(ANNA)).toEqual({ count: 2n, sum: "0.0000002" });
  });
});
