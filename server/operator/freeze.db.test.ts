import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { changeSecurityCode } from "#server/accounts/securityCode.ts";
import { payFromBalance } from "#server/deposits/payFromBalance.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { forgetFrozenEnvelopes } from "#server/limits/freezes.ts";
import { giveEmail } from "#tests/support/giveEmail.ts";
import { openPeople } from "#tests/support/people.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { callAs, claim, giveBalance, openEnvelope } from "#tests/support/story.ts";
import { freeze, unfreeze } from "./freeze.ts";

const SECURITY_CODE = "Lucky814";
const [SENDER, FRIEND, OTHER] = [1n, 2n, 3n];
const STOPPED = { key: "serviceUnavailable" };
const people = openPeople("freeze");

beforeAll(async () => {
  await people.addWithSender(SENDER, FRIEND, OTHER);
  await giveBalance(people.app, SENDER, 10n ** 19n);
  await giveEmail(people.database.kysely, SENDER, "a@b.example");
  await callAs(people.app, changeSecurityCode, SENDER, { body: { newSecurityCode: SECURITY_CODE } });
});
afterAll(() => requireSoundBooks(people.database));

const decide = (scope: string) => ({ scope, operator: "ann", reason: "ticket 9", isDryRun: false });
const send = (tgUserId: bigint) =>
  callAs(people.app, sendRedEnvelope, tgUserId, {
    body: { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.01" },
  });
const pay = (orderId: string) =>
  callAs(people.app, payFromBalance, SENDER, { body: { orderId, securityCode: SECURITY_CODE } });
const open = (tgUserId: bigint, passphrase: string, envelopeId: string) =>
  claim(people.app, tgUserId, passphrase, envelopeId);

it.each(["all", "coin:eth", `person:${SENDER}`])(
  "a freeze of %s stops sends and payments from the balance, no claims",
  async (scope) => {
    const { order } = await send(SENDER);
    const { envelopeId, passphrase } = await openEnvelope(people.app, SENDER, {
      count: 1,
      passphrase: `under ${scope}`,
    });
    await freeze(people.app, decide(scope));
    await expect(send(SENDER)).rejects.toMatchObject(STOPPED);
    await expect(pay(order.orderId)).rejects.toMatchObject(STOPPED);
    await expect(open(FRIEND, passphrase, envelopeId)).resolves.toMatchObject({ alreadyClaimed: false });
    await unfreeze(people.app, decide(scope));
    await expect(pay(order.orderId)).resolves.toMatchObject({ order: { status: "paid" } });
  },
);

it("a freeze of an envelope stops its claims alone, at once here and within a second elsewhere", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { envelopeId, passphrase } = await openEnvelope(people.app, SENDER, { count: 3, passphrase: "a frozen one" });
  const other = await openEnvelope(people.app, SENDER, { count: 3, passphrase: "another one" });
  await open(FRIEND, passphrase, envelopeId);
  await freeze(people.app, decide(`envelope:${envelopeId}`));
  await expect(open(OTHER, passphrase, envelopeId)).rejects.toMatchObject(STOPPED);
  await expect(open(OTHER, other.passphrase, other.envelopeId)).resolves.toMatchObject({ alreadyClaimed: false });
  // Who has a share still sees it.
  await expect(open(FRIEND, passphrase, envelopeId)).resolves.toMatchObject({ alreadyClaimed: true });
  // As another process would do it.
  await people.database.kysely.deleteFrom("frozen_scope").execute();
  vi.advanceTimersByTime(999);
  await expect(open(OTHER, passphrase, envelopeId)).rejects.toMatchObject(STOPPED);
  vi.advanceTimersByTime(1);
  await expect(open(OTHER, passphrase, envelopeId)).resolves.toMatchObject({ alreadyClaimed: false });
  const frozen = { scope: `envelope:${envelopeId}`, frozen_at: people.app.clock.now() };
  await people.database.kysely.insertInto("frozen_scope").values(frozen).execute();
  await unfreeze(people.app, decide(`envelope:${envelopeId}`));
  forgetFrozenEnvelopes(people.database);
});
