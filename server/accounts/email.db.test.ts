import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { cleanUp } from "#server/jobs/cleanUp.ts";
import { outcomeOf, openPeople } from "#tests/support/people.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { sendVerificationCode, updateEmail } from "./email.ts";
import { changeSecurityCode, recoverSecurityCode } from "./securityCode.ts";
import { refuseBlockedSpending } from "./spendingBlocks.ts";
import { getUserInfo } from "./users.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 86_400_000;
const CODE = "Abcdefg1";

const people = openPeople("email");
let anna = 1_000n;
let bo = 0n;
let address = "";

beforeEach(async () => {
  anna += 10n;
  bo = anna + 1n;
  address = `anna${anna}@example.com`;
  const { app } = people;
  app.world.mails.length = 0;
  app.world.mailOutcome = "sent";
  app.clock.advance(DAY_MS);
  await addUsers(app, [anna, bo]);
});

const wait = (ms: number) => people.app.clock.advance(ms);
const send = (tgUserId: bigint, email: string) =>
  callAs(people.app, sendVerificationCode, tgUserId, { body: { purpose: "updateEmail", email } });
const sendRecovery = (tgUserId = anna) =>
  callAs(people.app, sendVerificationCode, tgUserId, { body: { purpose: "recoverSecurityCode" } });
const recover = (verificationCode: string) =>
  callAs(people.app, recoverSecurityCode, anna, { body: { verificationCode, newSecurityCode: CODE } });
const update = (tgUserId: bigint, email: string, verificationCode: string, securityCode?: string) =>
  callAs(people.app, updateEmail, tgUserId, {
    body: { email, verificationCode, ...(securityCode && { securityCode }) },
  });
const readCode = () => /\b[0-9]{6}\b/.exec(people.app.world.mails.at(-1)?.text ?? "")?.[0] ?? "";
const makeWrong = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));
const spend = () => refuseBlockedSpending(people.database.kysely, people.app, { tgUserId: anna, coinType: "eth" });
const readItem = async (tgUserId = anna) => (await callAs(people.app, getUserInfo, tgUserId, {})).userItem;
const readKinds = async () => (await people.readLetters(anna)).map(({ kind }) => kind);

async function setEmail(tgUserId: bigint, email: string): Promise<void> {
  await send(tgUserId, email);
  await update(tgUserId, email, readCode());
  wait(MINUTE_MS);
}

it("sets the first email by the code that was sent to it, and stops no spending", async () => {
  const sent = await send(anna, address);
  expect(sent).toEqual({
    resendAfterSeconds: 60,
    expiresAt: new Date(people.app.clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
  });
  expect(people.app.world.mails).toHaveLength(1);
  expect(people.app.world.mails[0]).toMatchObject({ to: address, subject: `${readCode()} is your Hongbao code` });
  expect((await update(anna, address, readCode())).userItem).toMatchObject({
    email: address,
    hasSecurityCode: false,
  });
  expect((await readItem()).email).toBe(address);
  expect(await outcomeOf(spend())).toBe("ok");
  expect(await people.readLetters(anna)).toEqual([
    { kind: "emailAdded", params: { email: "a•••@example.com" }, is_urgent: true },
  ]);
});

it("writes in the person's language, and includes nothing that a person typed", async () => {
  await people.change(anna, { lang: "zh_CN", first_name: "http://evil.example" });
  await send(anna, address);
  const [mail] = people.app.world.mails;
  expect(mail?.subject).toBe(`${readCode()} 是你的 Hongbao 验证码`);
  expect(mail?.text).toContain("10 分钟内有效");
  expect(mail?.text).not.toContain("evil");
});

it("stores neither the digits nor an unproven address", async () => {
  await send(anna, address);
  const code = readCode();
  const { rows } = await people.database.pool.query<{ row: string }>(
    `select v::text as row from verification_code v where tg_user_id = $1
     union all select a::text from attempt a union all select u::text from tg_user u where tg_user_id = $1`,
    [String(anna)],
  );
  const stored = rows.map(({ row }) => row).join("\n");
  expect(rows.length).toBeGreaterThan(2);
  expect(stored).not.toContain(address);
  expect(stored).not.toContain(`,${code},`);
});

it("stores an address encrypted, as a text that is of no use in another row", async () => {
  await setEmail(anna, address);
  const rows = people.database.kysely.selectFrom("tg_user").where("tg_user_id", "=", anna);
  const stored = await rows.select(sql<string>`tg_user::text`.as("text")).executeTakeFirstOrThrow();
  expect(stored.text).not.toContain("example.com");
  await people.change(bo, await rows.select("email_sealed").executeTakeFirstOrThrow());
  expect([(await readItem()).email, (await readItem(bo)).email]).toEqual([address, null]);
});

it("changes the email only by a code to the new address, and stops spending for a day", async () => {
  await setEmail(anna, address);
  const next = `new-${address}`;
  await send(anna, next);
  expect(people.app.world.mails.at(-1)?.to).toBe(next);
  await update(anna, next, readCode());
  await expect(spend()).rejects.toMatchObject({ key: "spendingBlocked", retryAfterSeconds: 86_400 });
  wait(DAY_MS - 1);
  expect(await outcomeOf(spend())).toBe("spendingBlocked");
  wait(1);
  expect(await outcomeOf(spend())).toBe("ok");
  expect(await readKinds()).toEqual(["emailAdded", "emailChanged"]);
});

it.each([
  "",
  "anna",
  "anna@example",
  "anna@example.com,eve@example.com",
  "anna@exa,mple.com",
  "anna@example.com\u200b",
])("sends nothing to %j", async (email) => {
  expect(await outcomeOf(send(anna, email))).toBe("invalidRequest");
  expect(people.app.world.mails).toEqual([]);
});

it("refuses the current address in any spelling", async () => {
  await setEmail(anna, address);
  expect(await outcomeOf(send(anna, address.toUpperCase()))).toBe("sameEmail");
  expect(await outcomeOf(update(anna, address, "000000"))).toBe("sameEmail");
});

it("does not reveal whether another person has an address", async () => {
  await setEmail(anna, address);
  await setEmail(bo, address);
  expect((await readItem(bo)).email).toBe(address);
});

it("accepts a code only for its person, purpose and address", async () => {
  await send(anna, address);
  const code = readCode();
  expect(await outcomeOf(update(bo, address, code))).toBe("verificationCodeExpired");
  expect(await outcomeOf(update(anna, `other-${address}`, code))).toBe("wrongVerificationCode");
  await update(anna, address, code);
  expect(await outcomeOf(recover(code))).toBe("verificationCodeExpired");
  await sendRecovery();
  expect(people.app.world.mails.at(-1)?.to).toBe(address);
  expect(await outcomeOf(update(anna, `next-${address}`, readCode()))).toBe("verificationCodeExpired");
  await recover(readCode());
});

it("sends a recovery code to the stored address only", async () => {
  expect(await outcomeOf(sendRecovery())).toBe("emailRequired");
  await setEmail(anna, address);
  const body = { purpose: "recoverSecurityCode", email: "eve@example.com" } as const;
  expect(await outcomeOf(callAs(people.app, sendVerificationCode, anna, { body }))).toBe("invalidRequest");
  expect(people.app.world.mails).toHaveLength(1);
});

it("invalidates a recovery code when the email changes", async () => {
  await setEmail(anna, address);
  await sendRecovery();
  const recovering = readCode();
  await setEmail(anna, `next-${address}`);
  expect(await outcomeOf(recover(recovering))).toBe("wrongVerificationCode");
});

it("gives a code ten minutes", async () => {
  await send(anna, address);
  wait(10 * MINUTE_MS - 1);
  expect(await outcomeOf(update(anna, address, makeWrong(readCode())))).toBe("wrongVerificationCode");
  wait(1);
  expect(await outcomeOf(update(anna, address, readCode()))).toBe("verificationCodeExpired");
});

it("allows five tries of a code", async () => {
  await send(anna, address);
  const tries: string[] = [];
  for (let count = 0; count < 6; count += 1) tries.push(await outcomeOf(update(anna, address, makeWrong(readCode()))));
  expect(tries).toEqual([...Array<string>(5).fill("wrongVerificationCode"), "verificationCodeExpired"]);
  expect(await outcomeOf(update(anna, address, readCode()))).toBe("verificationCodeExpired");
  // Nor is it told of as one that is valid.
  await expect(send(anna, address)).rejects.toMatchObject({ key: "tooManyTries", headers: {} });
  wait(MINUTE_MS);
  await send(anna, address);
  await update(anna, address, readCode());
});

it("accepts a code once, also of two simultaneous calls, and only the newest", async () => {
  await send(anna, address);
  const old = readCode();
  wait(MINUTE_MS);
  await send(anna, address);
  expect(old).not.toBe(readCode());
  expect(await outcomeOf(update(anna, address, old))).toBe("wrongVerificationCode");
  const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(update(anna, address, readCode()))));
  expect(outcomes.filter((key) => key === "ok")).toHaveLength(1);
  expect(await readKinds()).toEqual(["emailAdded"]);
});

it("sends a recovery though a thousand codes to new addresses, or repeated recoveries, have gone out", async () => {
  await setEmail(anna, address);
  await setEmail(bo, `bo${bo}@example.com`);
  wait(HOUR_MS);
  const fill = (scope: string) =>
    sql`insert into attempt (scope, counted_at, locked_until)
      values (${scope}, ${Array.from({ length: 1_000 }, () => people.app.clock.now())}::timestamptz[],
        ${new Date(people.app.clock.now().getTime() + HOUR_MS)}::timestamptz)
      on conflict (scope) do update set counted_at = excluded.counted_at, locked_until = excluded.locked_until
    `.execute(people.database.kysely);
  await fill("mail.all:all");
  await fill("mail.stored.all:all");
  expect(await outcomeOf(send(anna, "new@example.com"))).toBe("tooManyTries");
  expect([await outcomeOf(sendRecovery()), await outcomeOf(sendRecovery(bo))]).toEqual(["ok", "ok"]);
  wait(MINUTE_MS);
  // More than one an hour waits, for the thousand before it.
  expect(await outcomeOf(sendRecovery())).toBe("tooManyTries");
});

it("sends again after a minute, and five mails an hour", async () => {
  await send(anna, address);
  wait(MINUTE_MS - 1000);
  await expect(send(anna, address)).rejects.toMatchObject({ key: "tooManyTries", retryAfterSeconds: 1 });
  await expect(send(anna, `other-${address}`)).rejects.toMatchObject({ key: "tooManyTries", headers: {} });
  for (let mail = 2; mail <= 5; mail += 1) {
    wait(mail === 2 ? 1000 : MINUTE_MS);
    const { resendAfterSeconds } = await send(anna, address);
    expect(resendAfterSeconds).toBe(mail < 5 ? 60 : 3600 - 4 * 60);
  }
  // The last code is still valid, and the wait is that of the hourly limit.
  await expect(send(anna, address)).rejects.toMatchObject({
    retryAfterSeconds: 3600 - 4 * 60,
    headers: { "x-code-expires-at": new Date(people.app.clock.now().getTime() + 10 * MINUTE_MS).toISOString() },
  });
  wait(MINUTE_MS);
  await expect(send(anna, address)).rejects.toMatchObject({
    key: "tooManyTries",
    retryAfterSeconds: 3600 - 300,
    headers: {},
  });
  expect(people.app.world.mails).toHaveLength(5);
  wait(3_300_000);
  await send(anna, address);
});

it("reports, within the pause, the code that is still valid, and only for its own address", async () => {
  const { expiresAt } = await send(anna, address);
  wait(20_000);
  const live = { key: "tooManyTries", retryAfterSeconds: 40, headers: { "x-code-expires-at": expiresAt } };
  await expect(send(anna, address.toUpperCase())).rejects.toMatchObject(live);
  await expect(send(anna, `other-${address}`)).rejects.toMatchObject({ retryAfterSeconds: 40, headers: {} });
  await update(anna, address, readCode());
  await expect(send(anna, `other-${address}`)).rejects.toMatchObject({ retryAfterSeconds: 40, headers: {} });
  wait(MINUTE_MS);
  const recovery = await sendRecovery();
  await expect(sendRecovery()).rejects.toMatchObject({
    retryAfterSeconds: 60,
    headers: { "x-code-expires-at": recovery.expiresAt },
  });
});

it("reports no code whose mail was refused", async () => {
  await send(anna, address);
  wait(MINUTE_MS);
  people.app.world.mailOutcome = "refused";
  expect(await outcomeOf(send(anna, `other-${address}`))).toBe("invalidRequest");
  await expect(send(anna, `other-${address}`)).rejects.toMatchObject({ key: "tooManyTries", headers: {} });
});

it("limits the mails of many accounts to one mailbox", async () => {
  const crowd = Array.from({ length: 11 }, (_, index) => anna * 1000n + BigInt(index));
  await addUsers(people.app, crowd);
  const outcomes: string[] = [];
  for (const tgUserId of crowd) outcomes.push(await outcomeOf(send(tgUserId, address)));
  expect(outcomes).toEqual([...Array<string>(10).fill("ok"), "tooManyTries"]);
  const [last = 0n] = crowd.slice(-1);
  expect(await outcomeOf(send(last, `other-${address}`))).toBe("ok");
});

it("counts nothing and keeps the previous code while the mail server is unreachable", async () => {
  await send(anna, address);
  const code = readCode();
  wait(MINUTE_MS);
  people.app.world.mailOutcome = "unavailable";
  for (let failed = 0; failed < 7; failed += 1) expect(await outcomeOf(send(anna, address))).toBe("serviceUnavailable");
  people.app.world.mailOutcome = "sent";
  await send(anna, address);
  wait(MINUTE_MS);
  people.app.world.mailOutcome = "unavailable";
  const next = readCode();
  expect(await outcomeOf(send(anna, address))).toBe("serviceUnavailable");
  expect(code).not.toBe(next);
  expect(await outcomeOf(update(anna, address, code))).toBe("wrongVerificationCode");
  await update(anna, address, next);
});

it("counts a mail to an address that the mail server refuses", async () => {
  people.app.world.mailOutcome = "refused";
  expect(await outcomeOf(send(anna, address))).toBe("invalidRequest");
  people.app.world.mailOutcome = "sent";
  expect(await outcomeOf(send(anna, address))).toBe("tooManyTries");
  expect(await outcomeOf(update(anna, address, "000000"))).toBe("verificationCodeExpired");
});

it("answers serviceUnavailable without a mail server", async () => {
  const body = { purpose: "updateEmail", email: address } as const;
  const asked = callAs({ ...people.app, mailer: null }, sendVerificationCode, anna, { body });
  expect(await outcomeOf(asked)).toBe("serviceUnavailable");
  await send(anna, address);
});

it("requires the security code once it is set, and counts no try of the mailed code without it", async () => {
  await setEmail(anna, address);
  await callAs(people.app, changeSecurityCode, anna, { body: { newSecurityCode: CODE } });
  const next = `next-${address}`;
  await send(anna, next);
  for (let without = 0; without < 6; without += 1) {
    expect(await outcomeOf(update(anna, next, readCode()))).toBe("securityCodeRequired");
  }
  expect(await outcomeOf(update(anna, next, readCode(), "Wrong123"))).toBe("wrongSecurityCode");
  await update(anna, next, readCode(), CODE);
  expect(await readItem()).toMatchObject({ email: next, hasSecurityCode: true });
});

it("deletes expired codes", async () => {
  await send(anna, address);
  await send(bo, `bo-${address}`);
  wait(10 * MINUTE_MS);
  await cleanUp.run(people.app, new AbortController().signal);
  expect(await people.database.kysely.selectFrom("verification_code").selectAll().execute()).toEqual([]);
});
