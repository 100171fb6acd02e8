import { beforeAll, describe, expect, it } from "vitest";
import { sealEmail } from "#server/accounts/account.ts";
import { updateEmail, sendVerificationCode } from "#server/accounts/email.ts";
import { toUserItem } from "#server/accounts/users.ts";
import { withIdempotency } from "#server/calls/withIdempotency.ts";
import { findSigner } from "#server/envelopes/draw/drawKeys.ts";
import { allSendRecords } from "#server/records/allSendRecords.ts";
import { addUsers, callAs, openEnvelope } from "#tests/support/story.ts";
import { openPeople } from "#tests/support/people.ts";
import type { TestApp } from "#tests/support/testApp.ts";
import { carryOutCommand } from "../commands.ts";
import { warnOfUnreadable } from "./reseal.ts";

const OLD = "the old secret of the tests with forty letters";
const NEW = "the new secret of the tests with forty letters";
const ANNA = 1n;
const EMAIL = "anna@example.com";
const ANSWER = { ownerId: ANNA, authority: "bearer", operationId: "payout", key: "k", body: {} };
const PEOPLE = 1_100;

const people = openPeople("reseal", { APP_SECRET: OLD });
let before: string;
let keyId: string | undefined;

/** The same database under other secrets, as after a start with them. */
function rotate(...secrets: string[]): TestApp {
  const config = { ...people.app.config, appSecrets: secrets, drawSecrets: secrets };
  return { ...people.app, config, telegram: { ...people.app.telegram } };
}
const reseal = (under: TestApp, isDryRun: boolean) =>
  carryOutCommand({ ...under, reachChain: async () => null }, "reseal", {
    operator: "ann",
    reason: "the year's rotation",
    isDryRun,
    values: {},
  });
async function readWarnings(under: TestApp): Promise<unknown[]> {
  const warnings: unknown[] = [];
  const logger = {
    ...under.logger,
    warn: (fields: object, message: string) => void warnings.push({ ...fields, message }),
  };
  await warnOfUnreadable({ ...under, logger });
  return warnings;
}
const readPassphrase = async (under: TestApp) =>
  (await callAs(under, allSendRecords, ANNA, { query: { limit: 20 } })).items[0]?.passphrase;
const repeat = (under: TestApp) =>
  withIdempotency({ ...ANSWER, allow: async () => undefined }, under, async () => "anew");

const readKey = async (under: TestApp) => ({ keyId: (await findSigner(under, under.clock.now()))?.keyId });

beforeAll(async () => {
  const { app } = people;
  await people.addWithSender(ANNA);
  ({ passphrase: before } = await openEnvelope(app, ANNA));
  await withIdempotency({ ...ANSWER, allow: async () => undefined }, app, async () => "first");
  const others = Array.from({ length: PEOPLE }, (_, index) => BigInt(index + 10));
  await addUsers(app, others);
  for (const id of others) await people.change(id, sealEmail(app, id, `person${id}@example.com`));
  await people.change(ANNA, sealEmail(app, ANNA, EMAIL));
  ({ keyId } = await readKey(app));
});

describe("a secret that was taken out too early", () => {
  it("is told at the start with the number of rows, and is no longer once it is back", async () => {
    const missing = {
      setting: "APP_SECRET",
      reason: `${PEOPLE + 1} emails, 1 passphrases, 1 payment codes, 1 kept answers, 1 keys of draws`,
      message: "a former secret is missing: what is encrypted under it cannot be read",
    };
    // Also at the first start that looks, where it is not known which secrets there were.
    expect(await readWarnings(rotate(NEW))).toEqual([missing]);
    expect(await readWarnings(rotate(NEW, OLD))).toEqual([]);
    expect(await readWarnings(rotate(NEW))).toEqual([missing]);
  });

  it("fails no login, no record and no send, and an email in its place is a change", async () => {
    const gone = rotate(NEW);
    expect(await toUserItem(gone, ANNA)).toMatchObject({ email: null, externalPaymentCode: null });
    expect(await readPassphrase(gone)).toBeNull();
    expect(await readKey(gone)).toEqual({ keyId: undefined });
    await expect(repeat(gone)).rejects.toMatchObject({ key: "serviceUnavailable" });
    await callAs(gone, sendVerificationCode, 11n, { body: { purpose: "updateEmail", email: "new@example.com" } });
    const verificationCode = /\b[0-9]{6}\b/.exec(people.app.world.mails.at(-1)?.text ?? "")?.[0] ?? "";
    await callAs(gone, updateEmail, 11n, { body: { email: "new@example.com", verificationCode } });
    const blocks = await people.database.kysely.selectFrom("spending_block").select(["tg_user_id", "cause"]).execute();
    expect(blocks).toEqual([{ tg_user_id: 11n, cause: "emailChanged" }]);
  });
});

describe("npm run operator -- reseal", () => {
  const older = `${PEOPLE} emails, 1 passphrases, 1 payment codes, 1 kept answers, 1 keys of draws`;

  it("says what it would do, and that a secret is missing", async () => {
    expect(await reseal(rotate(NEW, OLD), true)).toEqual({
      isDone: false,
      isRepeat: false,
      summary: `under an older secret: ${older}`,
    });
    expect((await reseal(rotate(NEW), false)).summary).toContain(`under none of the secrets given: ${older}`);
    await expect(reseal(rotate(), false)).rejects.toThrow("APP_SECRET is missing");
  });

  it("encrypts everything anew, says until when the old one is needed, and does nothing twice", async () => {
    const both = rotate(NEW, OLD);
    expect(await toUserItem(both, ANNA)).toMatchObject({ email: EMAIL });
    const done = await reseal(both, false);
    expect(done).toMatchObject({ isDone: true, isRepeat: false });
    expect(done.summary).toContain("the others are needed until 2026-");
    expect(await reseal(both, false)).toMatchObject({ isDone: false, isRepeat: true });
    const alone = rotate(NEW);
    expect(await toUserItem(alone, ANNA)).toMatchObject({ email: EMAIL, externalPaymentCode: expect.any(String) });
    expect(await readPassphrase(alone)).toBe(before);
    expect(await readKey(alone)).toEqual({ keyId });
    expect(await repeat(alone)).toBe("first");
    expect(await readWarnings(alone)).toEqual([]);
  });
});
