import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PreparedTransfer } from "#server/chains/payoutRoute.ts";
import type { Database } from "#server/db/database.ts";
import { addState } from "#server/db/jobState.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { FREEZE_SCOPES } from "#server/limits/freezes.ts";
import { sendNotifications } from "#server/messenger/notifications.ts";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { addressOf, addUsers, giveBalance } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { createPayout } from "./create.ts";
import { signGroup } from "./signGroup.ts";

const ETHER = 10n ** 18n;
const FEE_BASE = 10n ** 15n;
const HOUR_MS = 3_600_000;

describe("a payout is held", () => {
  let database: Database;
  let app: TestApp;
  let anna = 100n;
  let told: string[];
  let nonce = 0n;

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    anna += 100n;
    for (const table of ["frozen_scope", "job_state", "letter"] as const) {
      await database.kysely.deleteFrom(table).execute();
    }
    app = createTestApp(database, `holds ${anna}`);
    // A world of its own: what others were paid counts toward the limits of all.
    app.clock.advance(Number(anna) * 100 * HOUR_MS);
    told = [];
    app.telegram = {
      ...app.telegram,
      sendMessage: async (_, { html }) => {
        told.push(html);
        return { kind: "sent", messageId: 1n };
      },
    };
    await addPerson(anna);
  });

  async function addPerson(person: bigint): Promise<void> {
    await addUsers(app, [person]);
    await database.kysely.updateTable("tg_user").set({ allows_write_to_pm: true }).execute();
    await giveBalance(app, person, 100n * ETHER);
  }
  async function queue(person: bigint, grossBase: bigint): Promise<string> {
    const payoutId = await database.kysely.transaction().execute((trx) =>
      createPayout(trx, app, {
        tgUserId: person,
        coinType: "eth",
        grossBase,
        feeBase: FEE_BASE,
        toAddress: addressOf(person),
        toAddressKey: addressOf(person),
        network: "eip155:31337",
        isAutomatic: false,
        requestId: null,
      }),
    );
    return payoutId ?? "";
  }
  async function sign(payoutId: string, { takes = true, leastBase = 1n, balanceBase = 1_000n * ETHER } = {}) {
    nonce += 1n;
    const reading = { balanceBase, nextNonce: nonce, finalNonce: nonce, finalPosition: 1n };
    const prepared: PreparedTransfer = {
      offer: { offeredBase: FEE_BASE, leastBase },
      replacementLeastBase: () => FEE_BASE,
      sign: async (_, place) => ({
        txHash: `tx ${payoutId} ${place.nonce}`,
        raw: new Uint8Array([1]),
        maxFeeBase: FEE_BASE,
      }),
    };
    await database.kysely.transaction().execute((trx) =>
      signGroup(trx, app, {
        coinType: "eth",
        senderKey: `sender ${anna}`,
        maxInFlight: 1_000,
        payoutIds: [payoutId],
        signing: {
          mark: { readAt: app.clock.now(), signedIds: [] },
          model: "nonce",
          readings: [reading],
          prepared: takes ? prepared : null,
        },
      }),
    );
    return database.kysely
      .selectFrom("payout")
      .select(["status", "held_reason", "is_hour_limit", "retry_at", "offered_back_at"])
      .where("payout_id", "=", payoutId)
      .executeTakeFirstOrThrow();
  }
  const tell = async () => {
    for (let round = 0; round < 3; round += 1) {
      app.clock.advance(1_000);
      await sendNotifications.run(app, new AbortController().signal);
    }
    return told.splice(0);
  };
  const freeze = (scope: string) =>
    database.kysely.insertInto("frozen_scope").values({ scope, frozen_at: app.clock.now() }).execute();

  it.each([
    ["person", "frozen", "It is under review."],
    ["wallet", "frozen", "It is under review."],
    ["coin", "frozen", "It is under review."],
    ["all", "paused", "All withdrawals are paused."],
    ["money", "paused", "All withdrawals are paused."],
  ])("for its true reason, which the bot names: %s is frozen or missing", async (what, reason, text) => {
    const payoutId = await queue(anna, ETHER);
    if (what === "money") {
      await addState(database.kysely, nameMissing("eth"), "1");
    } else {
      const scopes: Record<string, string> = {
        person: FREEZE_SCOPES.person(anna),
        wallet: FREEZE_SCOPES.wallet("ETH", addressOf(anna)),
        coin: FREEZE_SCOPES.coin("eth"),
        all: FREEZE_SCOPES.all,
      };
      await freeze(scopes[what] ?? "");
    }
    expect(await sign(payoutId)).toMatchObject({ status: "held", held_reason: reason });
    expect(await tell()).toEqual([expect.stringMatching(new RegExp(`has to wait\\. .+ ${text}$`, "u"))]);
  });

  it("for the fee, or for a treasury that is too small", async () => {
    const payoutId = await queue(anna, ETHER);
    expect(await sign(payoutId, { leastBase: 2n * FEE_BASE })).toMatchObject({ held_reason: "fee" });
    expect(await sign(payoutId, { balanceBase: 1n })).toMatchObject({ held_reason: "treasury" });
    // One message: the reason that holds it now is in the app.
    expect(await tell()).toHaveLength(1);
    expect(await sign(payoutId)).toMatchObject({ status: "sending", held_reason: null });
  });

  it("while earlier ones have cost more than the account of fees holds, with an alarm", async () => {
    const payoutId = await queue(anna, ETHER);
    const spend = (amountBase: bigint) =>
      database.kysely.transaction().execute((trx) =>
        postEntries(trx, {
          transactionId: `fees ${amountBase}`,
          kind: "payoutPaid",
          at: app.clock.now(),
          entries: [
            { account: ACCOUNTS.fees("eth"), coinType: "eth", amountBase: -amountBase },
            { account: ACCOUNTS.treasury("eth"), coinType: "eth", amountBase },
          ],
        }),
      );
    const listAlarms = async () => (await findAlarms(app, [], 0)).map(({ kind }) => kind);
    await spend(1n);
    expect(await sign(payoutId)).toMatchObject({ status: "held", held_reason: "treasury" });
    expect(await listAlarms()).toContain("feesSpent");
    await spend(-1n);
    expect(await sign(payoutId)).toMatchObject({ status: "sending", held_reason: null });
    expect(await listAlarms()).not.toContain("feesSpent");
  });

  it("for a wallet that takes no transfer, is tried again ever more slowly, and offered back after a day, once", async () => {
    const payoutId = await queue(anna, ETHER);
    expect(await sign(payoutId, { takes: false })).toMatchObject({ held_reason: "receiver", retry_at: null });
    expect(await tell()).toEqual([expect.stringContaining("Your wallet takes no transfer at the moment.")]);
    app.clock.advance(60_000);
    const { retry_at: first } = await sign(payoutId, { takes: false });
    expect(first?.getTime()).toBeGreaterThanOrEqual(app.clock.now().getTime() + 60_000);
    app.clock.advance(24 * HOUR_MS);
    const late = await sign(payoutId, { takes: false });
    expect(late.retry_at?.getTime()).toBe(app.clock.now().getTime() + HOUR_MS);
    expect(await tell()).toEqual([expect.stringContaining("You can cancel it in the app")]);
    await sign(payoutId, { takes: false });
    expect(await tell()).toEqual([]);
    expect(await sign(payoutId)).toMatchObject({ status: "sending", held_reason: null });
  });

  it("by the limit of all people's hour only until the hour is over; by a person's day until an operator decides", async () => {
    const people = Array.from({ length: 10 }, (_, place) => anna + BigInt(place) + 1n);
    for (const person of people) {
      await addPerson(person);
      expect(await sign(await queue(person, 10n * ETHER))).toMatchObject({ status: "sending" });
    }
    const [first = 0n] = people;
    expect(await sign(await queue(first, ETHER))).toMatchObject({ held_reason: "limit", is_hour_limit: false });
    const payoutId = await queue(anna, ETHER);
    expect(await sign(payoutId)).toMatchObject({ status: "held", held_reason: "limit", is_hour_limit: true });
    app.clock.advance(HOUR_MS);
    expect(await sign(payoutId)).toMatchObject({ status: "sending", held_reason: null });
  });
});
