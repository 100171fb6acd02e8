import { giveEmail } from "#tests/support/giveEmail.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { acceptRedEnvelope } from "#server/envelopes/claim/acceptRedEnvelope.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { changeSecurityCode } from "#server/accounts/securityCode.ts";
import type { Database } from "#server/db/database.ts";
import { forgetFrozenEnvelopes } from "#server/limits/freezes.ts";
import { payFromBalance } from "#server/deposits/payFromBalance.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { addressOf, addUsers, bindWallet, callAs, giveBalance, openEnvelope } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { freeze, unfreeze } from "./freeze.ts";

const SECURITY_CODE = "Lucky814";
const SENDER = 1n;
const FRIEND = 2n;
const STOPPED = { key: "serviceUnavailable" };

describe("a freeze", () => {
  let database: Database;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "freeze");
    await addUsers(app, [SENDER, FRIEND, 3n]);
    await bindWallet(app, SENDER);
    app.world.balances.set(addressOf(SENDER), 10n ** 21n);
    await giveBalance(app, SENDER, 10n ** 19n);
    await giveEmail(database.kysely, SENDER, "a@b.example");
    await callAs(app, changeSecurityCode, SENDER, { body: { newSecurityCode: SECURITY_CODE } });
  });
  afterAll(async () => {
    await requireSoundBooks(database);
    await database.close();
  });

  const decide = (scope: string) => ({ scope, operator: "ann", reason: "ticket 9", isDryRun: false });
  const send = (tgUserId: bigint) =>
    callAs(app, sendRedEnvelope, tgUserId, {
      body: { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.01" },
    });
  const pay = (orderId: string) =>
    callAs(app, payFromBalance, SENDER, { body: { orderId, securityCode: SECURITY_CODE } });
  const open = (tgUserId: bigint, passphrase: string, envelopeId: string) =>
    callAs(app, acceptRedEnvelope, tgUserId, { body: { passphrase, envelopeId } });

  it.each(["all", "coin:eth", `person:${SENDER}`])(
    "of %s stops sends and payments from the balance, no claims",
    async (scope) => {
      const { order } = await send(SENDER);
      const { envelopeId, passphrase } = await openEnvelope(app, SENDER, { count: 1, passphrase: `under ${scope}` });
      await freeze(app, decide(scope));
      await expect(send(SENDER)).rejects.toMatchObject(STOPPED);
      await expect(pay(order.orderId)).rejects.toMatchObject(STOPPED);
      await expect(open(FRIEND, passphrase, envelopeId)).resolves.toMatchObject({ alreadyClaimed: false });
      await unfreeze(app, decide(scope));
      await expect(pay(order.orderId)).resolves.toMatchObject({ order: { status: "paid" } });
    },
  );

  it("of an envelope stops its claims alone, at once here and within a second elsewhere", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { envelopeId, passphrase } = await openEnvelope(app, SENDER, { count: 3, passphrase: "a frozen one" });
    const other = await openEnvelope(app, SENDER, { count: 3, passphrase: "another one" });
    await open(FRIEND, passphrase, envelopeId);
    await freeze(app, decide(`envelope:${envelopeId}`));
    await expect(open(3n, passphrase, envelopeId)).rejects.toMatchObject(STOPPED);
    await expect(open(3n, other.passphrase, other.envelopeId)).resolves.toMatchObject({ alreadyClaimed: false });
    // Who has a share still sees it.
    await expect(open(FRIEND, passphrase, envelopeId)).resolves.toMatchObject({ alreadyClaimed: true });
    // As another process would do it.
    await database.kysely.deleteFrom("frozen_scope").execute();
    vi.advanceTimersByTime(999);
    await expect(open(3n, passphrase, envelopeId)).rejects.toMatchObject(STOPPED);
    vi.advanceTimersByTime(1);
    await expect(open(3n, passphrase, envelopeId)).resolves.toMatchObject({ alreadyClaimed: false });
    await database.kysely
      .insertInto("frozen_scope")
      .values({ scope: `envelope:${envelopeId}`, frozen_at: app.clock.now() })
      .execute();
    await unfreeze(app, decide(`envelope:${envelopeId}`));
    forgetFrozenEnvelopes(database);
  });
});
