import { expect, it } from "vitest";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { FREEZE_SCOPES } from "#server/limits/freezes.ts";
import { sendNotifications } from "#server/messenger/notifications.ts";
import { payoutQuote } from "#server/payouts/quote.ts";
import { callAs } from "#tests/support/story.ts";
import { openStories, type Queued } from "./openStories.ts";

const HOUR = 60;
const story = openStories("numbered");
const { finish, expectPaidOnce } = story;

/** What the bot writes to people until now. */
async function hear(): Promise<string[]> {
  const { app } = story.world;
  const told: string[] = [];
  const sendMessage: typeof app.telegram.sendMessage = async (_, { html }) => {
    told.push(html);
    return { kind: "sent", messageId: 1n };
  };
  const telling = { ...app, telegram: { ...app.telegram, sendMessage } };
  for (let round = 0; round < 3; round += 1) {
    story.world.clock.advance(1_000);
    await sendNotifications.run(telling, new AbortController().signal);
  }
  return told;
}

it.each([
  ["person", "frozen", "It is under review.", ({ person }: Frozen) => FREEZE_SCOPES.person(person)],
  ["wallet", "frozen", "It is under review.", ({ toKey }: Frozen) => FREEZE_SCOPES.wallet("ETH", toKey)],
  ["coin", "frozen", "It is under review.", () => FREEZE_SCOPES.coin(story.world.coinType)],
  ["all", "paused", "All withdrawals are paused.", () => FREEZE_SCOPES.all],
] as const)(
  "waits while its %s is frozen, as the bot says, and is paid afterwards",
  async (_, reason, text, nameScope) => {
    const { world, operate } = story;
    const { coinType } = world;
    const person = await story.meetRich(2);
    const queued = await story.withdraw(person, 1);
    await hear();
    const scope = nameScope({ person, toKey: toAddressKey(COINS[coinType].walletType, queued.to) });
    expect(await operate("freeze", { scope })).toMatchObject({ isDone: true });
    expect(await operate("freeze", { scope })).toMatchObject({ isDone: false, isRepeat: true });
    await story.createSender().step();
    expect(await story.readPayout(queued)).toBe(`held: ${reason}`);
    expect(await hear()).toEqual([expect.stringMatching(new RegExp(`has to wait\\. .+ ${text}$`, "u"))]);
    await expect(operate("release", { payout: queued.id })).rejects.toThrow("No limit holds the payout");
    const query = { coinType, amount: "0.01" };
    expect(await callAs(world.app, payoutQuote, person, { query })).toMatchObject({ gross: "0.01" });
    expect(await operate("unfreeze", { scope })).toMatchObject({ isDone: true });
    expect(await operate("unfreeze", { scope })).toMatchObject({ isRepeat: true });
    await finish();
    await finish();
    await expectPaidOnce([queued]);
  },
);

interface Frozen {
  person: bigint;
  toKey: string;
}

it("above what all get in an hour waits for the next hour, and above a person's day for an operator", async () => {
  const [anna, ben, cleo] = [await story.meetRich(13), await story.meetRich(10), await story.meetRich(3)];
  const sent = [await story.withdraw(anna, 9), await story.withdraw(ben, 9)];
  await story.createSender().step();
  const [own, other] = [await story.withdraw(anna, 3.5), await story.withdraw(cleo, 2.5)];
  await story.createSender().step();
  const waiting = await Promise.all([own, other].map(story.readPayout));
  expect(waiting).toEqual(["held: limit", "held: limit"]);
  await finish();
  await expectPaidOnce(sent, 9);
  story.world.pass(HOUR);
  await finish();
  await finish();
  await expectPaidOnce([other], 2.5);
  story.world.pass(24 * HOUR);
  await finish();
  await finish();
  expect(await story.readPayout(own)).toBe("held: limit");
});

it("waits while earlier ones have cost more than the account of fees holds, with an alarm", async () => {
  const { app, coinType, tables } = story.world;
  const queued = await story.withdraw(await story.meetRich(2), 1);
  const spend = (amountBase: bigint) =>
    tables.transaction().execute((trx) =>
      postEntries(trx, {
        transactionId: `fees ${amountBase}`,
        kind: "payoutPaid",
        at: app.clock.now(),
        entries: [
          { account: ACCOUNTS.fees(coinType), coinType, amountBase: -amountBase },
          { account: ACCOUNTS.treasury(coinType), coinType, amountBase },
        ],
      }),
    );
  await spend(story.units(1));
  await story.createSender().step();
  expect(await story.readPayout(queued)).toBe("held: treasury");
  expect(await story.readAlarms()).toContain("feesSpent");
  await spend(-story.units(1));
  await finish();
  expect(await story.readAlarms()).not.toContain("feesSpent");
  await expectPaidOnce([queued]);
});

it("to a wallet that takes no transfer is tried ever more slowly, and offered back after a day, once", async () => {
  const { world } = story;
  const queued: Queued = await story.withdraw(await story.meetRich(2), 1);
  await hear();
  world.chain.closed.add(queued.to);
  const readRetryMinutes = async () => {
    // Without a block the clock is not trusted.
    world.chain.mine(1);
    await story.createSender().step();
    const { retry_at: retryAt } = await world.tables
      .selectFrom("payout")
      .select("retry_at")
      .where("payout_id", "=", queued.id)
      .executeTakeFirstOrThrow();
    return retryAt === null ? null : Math.round((retryAt.getTime() - world.nowMs) / 60_000);
  };
  expect(await readRetryMinutes()).toBeNull();
  expect(await story.readPayout(queued)).toBe("held: receiver");
  expect(await hear()).toEqual([expect.stringContaining("Your wallet takes no transfer at the moment.")]);
  world.clock.advance(10 * 60_000);
  expect(await readRetryMinutes()).toBe(10);
  world.clock.advance(24 * HOUR * 60_000);
  expect(await readRetryMinutes()).toBe(HOUR);
  expect(await hear()).toEqual([expect.stringContaining("You can cancel it in the app")]);
  world.clock.advance(HOUR * 60_000);
  await readRetryMinutes();
  expect(await hear()).toEqual([]);
  world.chain.closed.clear();
  world.pass(HOUR);
  await finish();
  await expectPaidOnce([queued]);
});
