import { beforeEach, expect, it } from "vitest";
import { giveEmail } from "#tests/support/giveEmail.ts";
import { outcomeOf, openPeople } from "#tests/support/people.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { sendVerificationCode } from "./email.ts";
import { changeSecurityCode, checkSecurityCode, recoverSecurityCode } from "./securityCode.ts";
import { refuseBlockedSpending } from "./spendingBlocks.ts";
import { getUserInfo } from "./users.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const [CODE, NEXT, OTHER, WRONG] = ["Abcdefg1", "Bcdefgh2", "Cdefghi3", "Wrong123"] as const;
const people = openPeople("security code");
let anna = 1_000n;
let bo = 0n;

beforeEach(async () => {
  anna += 10n;
  bo = anna + 1n;
  wait(DAY_MS);
  await addUsers(people.app, [anna, bo]);
  await addEmail(anna);
});

const wait = (ms: number) => people.app.clock.advance(ms);
const addEmail = (person: bigint) => giveEmail(people.database.kysely, person, `person${person}@example.com`);
const change = (newSecurityCode: string, securityCode?: string, person = anna) =>
  callAs(people.app, changeSecurityCode, person, { body: { newSecurityCode, ...(securityCode && { securityCode }) } });
const check = (code: string | undefined, person = anna) => checkSecurityCode(people.app, person, code);
const recover = (verificationCode: string, newSecurityCode: string) =>
  callAs(people.app, recoverSecurityCode, anna, { body: { verificationCode, newSecurityCode } });
const spend = () => refuseBlockedSpending(people.database.kysely, people.app, { tgUserId: anna, coinType: "eth" });
const readWarnings = async () =>
  (await people.readLetters(anna)).flatMap(({ kind, is_urgent: isUrgent }) => (isUrgent ? [kind] : []));
const readItem = async (person = anna) => (await callAs(people.app, getUserInfo, person, {})).userItem;

/** Asks for a code by mail, and reads it. */
async function askRecovery(): Promise<string> {
  await callAs(people.app, sendVerificationCode, anna, { body: { purpose: "recoverSecurityCode" } });
  return /\b[0-9]{6}\b/.exec(people.app.world.mails.at(-1)?.text ?? "")?.[0] ?? "";
}
async function guess(times: number): Promise<void> {
  for (let wrong = 0; wrong < times; wrong += 1) expect(await outcomeOf(check(WRONG))).toBe("wrongSecurityCode");
}

it("requires an email", async () => {
  expect(await outcomeOf(change(CODE, undefined, bo))).toBe("emailRequired");
  expect((await readItem(bo)).hasSecurityCode).toBe(false);
  await expect(people.change(bo, { security_code_hash: "x" })).rejects.toThrow("security_code_has_email");
});

it.each(["abcdefg1", "ABCDEFG1", "Abcdefgh", "Abcdefg", "Abcdefgh1", "Abcdef 1", "Abcdéfg1"])(
  "is never %j",
  async (code) => {
    expect(await outcomeOf(change(code))).toBe("invalidRequest");
    expect(await outcomeOf(recover("000000", code))).toBe("invalidRequest");
  },
);

it("is required where it is set, and changed with the current one, without a spending block", async () => {
  expect([await check(undefined), await check(WRONG)]).toEqual([null, null]);
  await change(CODE);
  expect((await readItem()).hasSecurityCode).toBe(true);
  expect(await outcomeOf(check(undefined))).toBe("securityCodeRequired");
  expect(await outcomeOf(check(""))).toBe("wrongSecurityCode");
  expect(await outcomeOf(change(NEXT))).toBe("securityCodeRequired");
  expect(await outcomeOf(change(NEXT, WRONG))).toBe("wrongSecurityCode");
  await change(NEXT, CODE);
  expect(await outcomeOf(check(CODE))).toBe("wrongSecurityCode");
  expect(await outcomeOf(check(NEXT))).toBe("ok");
  expect(await outcomeOf(spend())).toBe("ok");
  expect(await readWarnings()).toEqual(["securityCodeSet", "securityCodeChanged"]);
});

it("is stored as argon2id with its own salt", async () => {
  await addEmail(bo);
  for (const person of [anna, bo]) await change(CODE, undefined, person);
  const users = people.database.kysely.selectFrom("tg_user").where("tg_user_id", "in", [anna, bo]);
  const hashes = (await users.select("security_code_hash").execute()).map((row) => row.security_code_hash);
  const argon2id = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;
  for (const hash of hashes) expect(hash).toMatch(argon2id);
  expect(new Set(hashes).size).toBe(2);
});

it("locks for 15 minutes after five wrong ones, also for the right one, and again after five more", async () => {
  await change(CODE);
  const locked = { key: "securityCodeLocked", retryAfterSeconds: 900 };
  for (let lock = 0; lock < 2; lock += 1) {
    await guess(5);
    await expect(check(CODE)).rejects.toMatchObject(locked);
    await expect(check(undefined)).rejects.toMatchObject(locked);
    expect(await outcomeOf(change(NEXT, CODE))).toBe("securityCodeLocked");
    wait(15 * MINUTE_MS - 1_000);
    await expect(check(CODE)).rejects.toMatchObject({ ...locked, retryAfterSeconds: 1 });
    wait(1_000);
  }
  expect(await outcomeOf(check(CODE))).toBe("ok");
});

it("counts anew after a right one, and for each person", async () => {
  await addEmail(bo);
  for (const person of [anna, bo]) await change(CODE, undefined, person);
  for (let round = 0; round < 3; round += 1) {
    await guess(4);
    expect(await outcomeOf(check(CODE))).toBe("ok");
  }
  await guess(5);
  expect([await outcomeOf(check(CODE)), await outcomeOf(check(CODE, bo))]).toEqual(["securityCodeLocked", "ok"]);
});

it("is set by one of two simultaneous first calls, and changed by one", async () => {
  const first = await Promise.all([outcomeOf(change(CODE)), outcomeOf(change(NEXT))]);
  expect(first.toSorted()).toEqual(["ok", "securityCodeRequired"]);
  const now = first[0] === "ok" ? CODE : NEXT;
  const second = await Promise.all([outcomeOf(change(OTHER, now)), outcomeOf(change("Defghij4", now))]);
  expect(second.toSorted()).toEqual(["ok", "wrongSecurityCode"]);
  expect(await readWarnings()).toEqual(["securityCodeSet", "securityCodeChanged"]);
});

it("is recovered by a mailed code, which unlocks it and blocks spending for a day, counted from the last", async () => {
  await change(CODE);
  await guess(5);
  expect(await outcomeOf(recover("000000", NEXT))).toBe("verificationCodeExpired");
  await recover(await askRecovery(), NEXT);
  expect([await outcomeOf(check(NEXT)), await outcomeOf(check(CODE))]).toEqual(["ok", "wrongSecurityCode"]);
  expect(await readWarnings()).toEqual(["securityCodeSet", "securityCodeRecovered"]);
  wait(DAY_MS / 2);
  await recover(await askRecovery(), CODE);
  await expect(spend()).rejects.toMatchObject({ key: "spendingBlocked", retryAfterSeconds: 86_400 });
  wait(DAY_MS - 1);
  expect(await outcomeOf(spend())).toBe("spendingBlocked");
  wait(1);
  expect(await outcomeOf(spend())).toBe("ok");
});

it("is set by a recovery where there was none, without a spending block", async () => {
  await recover(await askRecovery(), CODE);
  expect([await outcomeOf(check(CODE)), await outcomeOf(spend())]).toEqual(["ok", "ok"]);
  expect(await readWarnings()).toEqual(["securityCodeSet"]);
});

it("is recovered by one of two calls with the same mailed code", async () => {
  await change(CODE);
  const code = await askRecovery();
  const outcomes = await Promise.all([outcomeOf(recover(code, NEXT)), outcomeOf(recover(code, OTHER))]);
  expect(outcomes.toSorted()).toEqual(["ok", "verificationCodeExpired"]);
  expect(await outcomeOf(check(outcomes[0] === "ok" ? NEXT : OTHER))).toBe("ok");
  expect(await readWarnings()).toEqual(["securityCodeSet", "securityCodeRecovered"]);
});

it("cannot be changed with the code that a simultaneous recovery replaces", async () => {
  await change(CODE);
  const mailed = await askRecovery();
  const outcomes = await Promise.all([outcomeOf(change(OTHER, CODE)), outcomeOf(recover(mailed, NEXT))]);
  expect(outcomes[1]).toBe("ok");
  expect(["ok", "wrongSecurityCode"]).toContain(outcomes[0]);
  expect(await outcomeOf(check(CODE))).toBe("wrongSecurityCode");
});
