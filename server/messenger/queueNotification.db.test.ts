import { beforeEach, describe, expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { formatAmount, parseDecimal } from "#domain/money/amount.ts";
import { makeLetter } from "#tests/support/makeLetter.ts";
import { openPeople } from "#tests/support/people.ts";
import { addUsers } from "#tests/support/story.ts";
import type { SendOutcome } from "./botApi.ts";
import type { NotificationKind } from "./notificationKind.ts";
import { queueNotification } from "./queueNotification.ts";

const [ANNA, BELA, CLEO, DARA, ELI, FAY] = [1n, 2n, 3n, 4n, 5n, 6n] as const;
const people = openPeople("letters");

beforeEach(async () => {
  for (const table of ["letter", "notification_sum"] as const) await people.database.kysely.deleteFrom(table).execute();
  await addUsers(people.renew("letters"), [ANNA, BELA, CLEO, DARA, ELI, FAY]);
  await people.database.kysely.updateTable("tg_user").set({ allows_write_to_pm: true }).execute();
});

const queue = (tgUserId: bigint, kind: NotificationKind, params: Record<string, string> = {}) =>
  people.database.kysely.transaction().execute((trx) => queueNotification(trx, people.app, { tgUserId, kind, params }));
const pay = (tgUserId: bigint, amount: string) => queue(tgUserId, "paymentToBalance", { amount, coinType: "eth" });
async function payTimes(times: number, tgUserId: bigint, amount: string): Promise<void> {
  for (let payment = 0; payment < times; payment += 1) await pay(tgUserId, amount);
}
/** Whom the bot tells something in these seconds, in order. */
const listTold = async (seconds = 0) => (await people.hear(seconds)).map(({ to }) => to);
const countKinds = async (tgUserId: bigint) => {
  const counts: Record<string, number> = {};
  for (const { kind } of await people.readLetters(tgUserId)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

describe("private messages of the bot", () => {
  it("are not sent to people who disabled them, except warnings", async () => {
    await people.change(BELA, { allows_notifications: false });
    await pay(BELA, "0.1");
    await queue(BELA, "walletTakenOver", { type: "ETH", address: "0x1" });
    expect(await listTold()).toEqual([BELA]);
    await people.change(BELA, { allows_notifications: true });
    await pay(BELA, "0.2");
    expect(await listTold(1)).toEqual([BELA]);
  });

  it("reach everyone in the first second, however many wait for one person, warnings first", async () => {
    await payTimes(300, ANNA, "0.1");
    for (const one of [BELA, DARA]) await pay(one, "0.1");
    await queue(CLEO, "walletTakenOver", { type: "ETH", address: "0x1" });
    const [first, ...others] = await listTold();
    expect(first).toBe(CLEO);
    expect([others.length, new Set(others)]).toEqual([3, new Set([ANNA, BELA, DARA])]);
    // Twenty, and one that tells all others.
    expect(await listTold(30)).toEqual(Array(20).fill(ANNA));
  });

  it("link to what they are about", async () => {
    await queue(BELA, "orderExpired", { orderId: "Ab-9_x" });
    await queue(CLEO, "notPosted", { title: "Family", envelopeId: "Cd-8_y" });
    await queue(DARA, "assignedToBalance", { amount: "0.1", coinType: "eth" });
    await queue(ELI, "emailChanged", { email: "a…@b.example" });
    await queue(FAY, "securityCodeSet");
    await queue(ANNA, "walletBound", { type: "ETH", address: "0x1", walletId: "Ef-7_z" });
    const links = (await people.hear()).map(({ to, url }) => [Number(to), url?.split("?startapp=")]);
    const appLink = `https://t.me/${people.app.telegram.username}/${people.app.config.botAppName}`;
    expect(Object.fromEntries(links)).toEqual({
      1: [appLink, "w_Ef-7_z"],
      2: [appLink, "o_Ab-9_x"],
      3: [appLink, "d_Cd-8_y"],
      4: [appLink, "user"],
      5: [appLink, "email"],
      6: [appLink, "code"],
    });
  });

  it("that are warnings are queued however many wait, and starve no others", async () => {
    await payTimes(50, BELA, "0.1");
    for (let wallet = 0; wallet < 15; wallet += 1) await queue(BELA, "walletBound", { address: `0x${wallet}` });
    expect(await countKinds(BELA)).toMatchObject({ walletBound: 15, paymentToBalance: 20 });
    await people.forgetLetters();
    for (let wallet = 0; wallet < 30; wallet += 1) await queue(ANNA, "walletBound", { address: `0x${wallet}` });
    await pay(BELA, "0.1");
    // They are due all at once after a pause of the messenger.
    people.app.clock.advance(60_000);
    await queue(CLEO, "walletTakenOver", { address: "0x1" });
    const [first, second, third] = await listTold();
    expect([new Set([first, second]), third]).toEqual([new Set([ANNA, CLEO]), BELA]);

    const many = Array.from({ length: 40 }, (_, index) => 100n + BigInt(index));
    await addUsers(people.app, many);
    await people.database.kysely.updateTable("tg_user").set({ allows_write_to_pm: true }).execute();
    await pay(DARA, "0.1");
    for (const tgUserId of many) await queue(tgUserId, "walletBound", { address: "0x1" });
    expect(await listTold()).toContain(DARA);
  });

  it("with the same content wait once, except those about money", async () => {
    for (let count = 0; count < 3; count += 1) {
      await queue(BELA, "orderExpired");
      await queue(BELA, "notPosted", { title: `Group ${count % 2}` });
      await pay(BELA, "0.5");
    }
    expect(await countKinds(BELA)).toEqual({ notPosted: 2, orderExpired: 1, paymentToBalance: 3 });
  });

  it("that cannot be made hold up no others, are tried again, and given up at last", async () => {
    const gone = { envelopeId: "gone", claimId: "gone" };
    await queue(BELA, "firstClaim", gone);
    await queue(CLEO, "lastClaim", gone);
    await pay(DARA, "0.1");
    expect(await listTold()).toEqual([DARA]);
    for (let round = 0; round < 36; round += 1) {
      people.app.clock.advance(60_000);
      await listTold();
    }
    const letters = people.database.kysely.selectFrom("letter").select(["attempts", "failed_at"]);
    const failed = { attempts: 35, failed_at: expect.any(Date) as Date };
    expect(await letters.where("tg_user_id", "<>", DARA).execute()).toEqual([failed, failed]);
  });

  it("of a kind that this version does not know wait for the version that does", async () => {
    const newer = { taker: String(BELA), kind: "ofANewerVersion", is_urgent: true };
    const rows = Array.from({ length: 30 }, (_, place) =>
      makeLetter("notification", `newer ${place}`, people.app.clock.now(), newer),
    );
    await people.database.kysely.insertInto("letter").values(rows).execute();
    await pay(DARA, "0.1");
    expect(await listTold()).toEqual([DARA]);
    const waiting = people.database.kysely.selectFrom("letter").where("sent_at", "is", null).select("failed_at");
    expect(await waiting.execute()).toEqual(rows.map(() => ({ failed_at: null })));
  });
});

describe("letters about money", () => {
  let answer: () => SendOutcome;
  let told: { to: bigint; html: string; url: string | undefined }[];

  beforeEach(() => {
    answer = () => ({ kind: "sent", messageId: 1n });
    told = [];
    people.app.telegram = {
      ...people.app.telegram,
      sendMessage: async (to, { html, button }) => {
        const outcome = answer();
        if (outcome.kind === "sent") told.push({ to, html, url: button?.url });
        return outcome;
      },
    };
  });

  const pass = (seconds: number) => people.hear(seconds);

  /** What the letters tell in all, of what came into the balance. */
  function addUp(person: bigint) {
    let [count, sumBase] = [0n, 0n];
    for (const { html } of told.filter(({ to }) => to === person)) {
      const [, one] = /We received ([0-9.]+) ETH/u.exec(html) ?? [];
      const [, sum, entries] = /balance: ([0-9.]+) ETH \(Ethereum\) in all\. Entries: ([0-9]+)\./u.exec(html) ?? [];
      if (one === undefined && sum === undefined) continue;
      count += BigInt(entries ?? "1");
      sumBase += parseDecimal(one ?? sum ?? "", COINS.eth.baseDecimals);
    }
    return { count, sum: formatAmount(sumBase, COINS.eth.baseDecimals) };
  }

  it("arrive though ten other messages wait", async () => {
    for (let post = 0; post < 12; post += 1)
      await queue(ANNA, "notPosted", { title: `Group ${post}`, envelopeId: "e" });
    const kinds = ["paymentToBalance", "partToBalance", "payoutPaid", "payoutReturned", "payoutHeld"] as const;
    const common = { coinType: "eth", orderId: "o", payoutId: "p", reason: "limit" };
    for (const [place, kind] of kinds.entries()) await queue(ANNA, kind, { ...common, amount: `0.${place + 1}` });
    await pass(20);
    const texts = told.map(({ html }) => html).join("\n");
    for (const place of kinds.keys()) expect(texts).toContain(`0.${place + 1} ETH (Ethereum)`);
    expect(told.filter(({ html }) => html.includes("Group"))).toHaveLength(10);
  });

  it("beyond twenty are told together, by number and exact sum, and lead to the movements", async () => {
    await payTimes(50, ANNA, "0.010000000000000001");
    await queue(ANNA, "payoutPaid", { amount: "0.3", coinType: "sol", payoutId: "p" });
    await pass(60);
    expect(told).toHaveLength(21);
    const last = told.at(-1);
    expect(last?.html.split("\n")).toEqual([
      "💰 News of your money, told together. Each movement is listed in the app.",
      "Arrived in your wallet: 0.3 SOL (Solana) in all. Withdrawals: 1.",
      "Added to your balance: 0.30000000000000003 ETH (Ethereum) in all. Entries: 30.",
    ]);
    expect(last?.url).toMatch(/\?startapp=movements$/u);
    expect(addUp(ANNA)).toEqual({ count: 50n, sum: "0.50000000000000005" });
    // Then they are told one by one again.
    await pay(ANNA, "0.7");
    await pass(1);
    expect(told.at(-1)?.html).toContain("We received 0.7 ETH");
  });

  it("of less than the coin's minimum are told together at once", async () => {
    await payTimes(7, ANNA, "0.000000999999999999");
    await pay(ANNA, "0.000001");
    await pass(30);
    expect(told).toHaveLength(2);
    expect(addUp(ANNA)).toEqual({ count: 8n, sum: "0.000007999999999993" });
  });

  it("tell each amount once, whoever queues and sends beside, and however often it is tried", async () => {
    let tries = 0;
    answer = () => {
      tries += 1;
      return tries % 3 === 0 ? { kind: "sent", messageId: 1n } : { kind: "retry", retryAfterMs: 500, reason: "flood" };
    };
    const letter = { tgUserId: ANNA, kind: "paymentToBalance", params: { amount: "5", coinType: "eth" } } as const;
    const undo = () =>
      people.database.kysely.transaction().execute(async (trx) => {
        await queueNotification(trx, people.app, letter);
        throw new Error("undone");
      });
    const queueing = new AbortController();
    const sending = (async () => {
      while (!queueing.signal.aborted) await pass(1);
    })();
    const payments = [ANNA, ANNA, ANNA, BELA].map((person) => payTimes(40, person, "0.001"));
    await Promise.allSettled([...payments, undo(), undo()]);
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
    expect((await people.readLetters(ANNA)).length).toBeLessThanOrEqual(22);
    answer = () => ({ kind: "sent", messageId: 1n });
    await pass(200);
    expect(addUp(ANNA)).toEqual({ count: 60n, sum: "0.6" });
  });

  it("are not kept for somebody who allows no messages", async () => {
    await people.change(ANNA, { allows_write_to_pm: false });
    await payTimes(30, ANNA, "0.01");
    await pass(60);
    await people.change(ANNA, { allows_write_to_pm: true });
    await payTimes(2, ANNA, "0.0000001");
    await pass(60);
    expect(addUp(ANNA)).toEqual({ count: 2n, sum: "0.0000002" });
  });
});
