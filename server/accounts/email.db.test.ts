import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { cleanUp } from "#server/jobs/cleanUp.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { changeSecurityCode, recoverSecurityCode } from "./securityCode.ts";
import { getUserInfo } from "./users.ts";
import { refuseBlockedSpending } from "./spendingBlocks.ts";
import { sendVerificationCode, updateEmail } from "./email.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 86_400_000;
const CODE = "Abcdefg1";

describe("email codes", () => {
  let database: Database;
  let app: TestApp;
  let anna = 1_000n;
  let bo = 0n;
  let address = "";

  beforeAll(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "email");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    anna += 10n;
    bo = anna + 1n;
    address = `anna${anna}@example.com`;
    app.world.mails.length = 0;
    app.world.mailOutcome = "sent";
    app.clock.advance(DAY_MS);
    await addUsers(app, [anna, bo]);
  });

  const send = (tgUserId: bigint, email: string) =>
    callAs(app, sendVerificationCode, tgUserId, { body: { purpose: "updateEmail", email } });
  const sendRecovery = (tgUserId: bigint) =>
    callAs(app, sendVerificationCode, tgUserId, { body: { purpose: "recoverSecurityCode" } });
  const update = (tgUserId: bigint, email: string, verificationCode: string, securityCode?: string) =>
    callAs(app, updateEmail, tgUserId, {
      body: { email, verificationCode, ...(securityCode === undefined ? {} : { securityCode }) },
    });
  const readCode = () => /\b[0-9]{6}\b/.exec(app.world.mails.at(-1)?.text ?? "")?.[0] ?? "";
  const makeWrong = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => "ok",
      (error: { key: string }) => error.key,
    );
  const isBlocked = async (tgUserId: bigint) =>
    (await outcome(refuseBlockedSpending(database.kysely, app, { tgUserId, coinType: "eth" }))) === "spendingBlocked";
  const readMessages = (tgUserId: bigint) =>
    database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select(["kind", "payload as params", "is_urgent"])
      .where("tg_user_id", "=", tgUserId)
      .orderBy("due_at")
      .execute();

  async function setEmail(tgUserId: bigint, email: string, securityCode?: string): Promise<void> {
    await send(tgUserId, email);
    await update(tgUserId, email, readCode(), securityCode);
    app.clock.advance(MINUTE_MS);
  }

  it("sets the first email by the code that was sent to it, and stops no spending", async () => {
    const sent = await send(anna, address);
    expect(sent).toEqual({
      resendAfterSeconds: 60,
      expiresAt: new Date(app.clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
    });
    expect(app.world.mails).toHaveLength(1);
    expect(app.world.mails[0]).toMatchObject({ to: address, subject: `${readCode()} is your Hongbao code` });
    expect((await update(anna, address, readCode())).userItem).toMatchObject({
      email: address,
      hasSecurityCode: false,
    });
    expect((await callAs(app, getUserInfo, anna, {})).userItem.email).toBe(address);
    expect(await isBlocked(anna)).toBe(false);
    expect(await readMessages(anna)).toEqual([
      { kind: "emailAdded", params: { email: "a•••@example.com" }, is_urgent: true },
    ]);
  });

  it("writes in the person's language, and includes nothing that a person typed", async () => {
    await database.kysely
      .updateTable("tg_user")
      .set({ lang: "zh_CN", first_name: "http://evil.example" })
      .where("tg_user_id", "=", anna)
      .execute();
    await send(anna, address);
    const [mail] = app.world.mails;
    expect(mail?.subject).toBe(`${readCode()} 是你的 Hongbao 验证码`);
    expect(mail?.text).toContain("10 分钟内有效");
    expect(mail?.text).not.toContain("evil");
  });

  it("stores neither the digits nor an unproven address", async () => {
    await send(anna, address);
    const code = readCode();
    const { rows } = await database.pool.query<{ row: string }>(
      `select v::text as row from verification_code v where tg_user_id = $1
       union all select a::text from attempt a union all select u::text from tg_user u where tg_user_id = $1`,
      [String(anna)],
    );
    const stored = rows.map(({ row }) => row).join("\n");
    expect(rows.length).toBeGreaterThan(2);
    expect(stored).not.toContain(address);
    expect(stored).not.toContain(`,${code},`);
  });

  it("stores an address encrypted", async () => {
    await setEmail(anna, address);
    const readStored = async (tgUserId: bigint) => {
      const { rows } = await sql<{ row: string }>`
        select u::text as row from tg_user u where tg_user_id = ${tgUserId}`.execute(database.kysely);
      return rows[0]?.row;
    };
    const readShown = async (tgUserId: bigint) => (await callAs(app, getUserInfo, tgUserId, {})).userItem.email;
    expect(await readStored(anna)).not.toContain("example.com");
    expect(await readShown(anna)).toBe(address);

    // The text of one row is of no use in another.
    const moved = database.kysely.selectFrom("tg_user").select("email_sealed").where("tg_user_id", "=", anna);
    await database.kysely.updateTable("tg_user").set({ email_sealed: moved }).where("tg_user_id", "=", bo).execute();
    expect(await readShown(bo)).toBeNull();
  });

  it("changes the email only by a code to the new address, and stops spending for a day", async () => {
    await setEmail(anna, address);
    const next = `new-${address}`;
    await send(anna, next);
    expect(app.world.mails.at(-1)?.to).toBe(next);
    await update(anna, next, readCode());
    expect(await isBlocked(anna)).toBe(true);
    await expect(
      refuseBlockedSpending(database.kysely, app, { tgUserId: anna, coinType: "eth" }),
    ).rejects.toMatchObject({
      retryAfterSeconds: 86_400,
    });
    app.clock.advance(DAY_MS - 1);
    expect(await isBlocked(anna)).toBe(true);
    app.clock.advance(1);
    expect(await isBlocked(anna)).toBe(false);
    expect((await readMessages(anna)).map(({ kind }) => kind)).toEqual(["emailAdded", "emailChanged"]);
  });

  it.each([
    "",
    "anna",
    "anna@example",
    "anna@example.com,eve@example.com",
    "anna@exa,mple.com",
    "anna@example.com\u200b",
  ])("sends nothing to %j", async (email) => {
    expect(await outcome(send(anna, email))).toBe("invalidRequest");
    expect(app.world.mails).toEqual([]);
  });

  it("refuses the current address in any spelling", async () => {
    await setEmail(anna, address);
    expect(await outcome(send(anna, address.toUpperCase()))).toBe("sameEmail");
    expect(await outcome(update(anna, address, "000000"))).toBe("sameEmail");
  });

  it("does not reveal whether another person has an address", async () => {
    await setEmail(anna, address);
    await setEmail(bo, address);
    expect((await callAs(app, getUserInfo, bo, {})).userItem.email).toBe(address);
  });

  it("accepts a code only for its person, purpose and address", async () => {
    await send(anna, address);
    const code = readCode();
    expect(await outcome(update(bo, address, code))).toBe("verificationCodeExpired");
    expect(await outcome(update(anna, `other-${address}`, code))).toBe("wrongVerificationCode");
    await update(anna, address, code);
    const recover = (verificationCode: string) =>
      callAs(app, recoverSecurityCode, anna, { body: { verificationCode, newSecurityCode: CODE } });
    expect(await outcome(recover(code))).toBe("verificationCodeExpired");
    await sendRecovery(anna);
    expect(app.world.mails.at(-1)?.to).toBe(address);
    const recovering = readCode();
    expect(await outcome(update(anna, `next-${address}`, recovering))).toBe("verificationCodeExpired");
    await recover(recovering);
  });

  it("sends a recovery code to the stored address only", async () => {
    expect(await outcome(sendRecovery(anna))).toBe("emailRequired");
    await setEmail(anna, address);
    const typed = callAs(app, sendVerificationCode, anna, {
      body: { purpose: "recoverSecurityCode", email: "eve@example.com" },
    });
    expect(await outcome(typed)).toBe("invalidRequest");
    expect(app.world.mails).toHaveLength(1);
  });

  it("invalidates a recovery code when the email changes", async () => {
    await setEmail(anna, address);
    await sendRecovery(anna);
    const recovering = readCode();
    await setEmail(anna, `next-${address}`);
    const recover = callAs(app, recoverSecurityCode, anna, {
      body: { verificationCode: recovering, newSecurityCode: CODE },
    });
    expect(await outcome(recover)).toBe("wrongVerificationCode");
  });

  it("gives a code ten minutes", async () => {
    await send(anna, address);
    app.clock.advance(10 * MINUTE_MS - 1);
    expect(await outcome(update(anna, address, makeWrong(readCode())))).toBe("wrongVerificationCode");
    app.clock.advance(1);
    expect(await outcome(update(anna, address, readCode()))).toBe("verificationCodeExpired");
  });

  it("allows five tries of a code, also when they run at the same time", async () => {
    await send(anna, address);
    const wrong = makeWrong(readCode());
    const outcomes = await Promise.all(Array.from({ length: 7 }, () => outcome(update(anna, address, wrong))));
    expect(outcomes.toSorted()).toEqual([
      ...Array<string>(2).fill("verificationCodeExpired"),
      ...Array<string>(5).fill("wrongVerificationCode"),
    ]);
    expect(await outcome(update(anna, address, readCode()))).toBe("verificationCodeExpired");
    app.clock.advance(MINUTE_MS);
    await send(anna, address);
    await update(anna, address, readCode());
  });

  it("accepts a code once, also of two simultaneous calls, and only the newest", async () => {
    await send(anna, address);
    const old = readCode();
    app.clock.advance(MINUTE_MS);
    await send(anna, address);
    expect(old).not.toBe(readCode());
    expect(await outcome(update(anna, address, old))).toBe("wrongVerificationCode");
    const outcomes = await Promise.all([1, 2, 3].map(() => outcome(update(anna, address, readCode()))));
    expect(outcomes.filter((key) => key === "ok")).toHaveLength(1);
    expect((await readMessages(anna)).map(({ kind }) => kind)).toEqual(["emailAdded"]);
  });

  it("sends a recovery though a thousand codes to new addresses, or repeated recoveries, have gone out", async () => {
    await setEmail(anna, address);
    await setEmail(bo, `bo${bo}@example.com`);
    app.clock.advance(HOUR_MS);
    const fill = (scope: string) =>
      sql`insert into attempt (scope, counted_at, locked_until)
        values (${scope}, ${Array.from({ length: 1_000 }, () => app.clock.now())}::timestamptz[],
          ${new Date(app.clock.now().getTime() + HOUR_MS)}::timestamptz)
        on conflict (scope) do update set counted_at = excluded.counted_at, locked_until = excluded.locked_until
      `.execute(database.kysely);
    await fill("mail.all:all");
    await fill("mail.stored.all:all");
    expect(await outcome(send(anna, "new@example.com"))).toBe("tooManyTries");
    expect([await outcome(sendRecovery(anna)), await outcome(sendRecovery(bo))]).toEqual(["ok", "ok"]);
    app.clock.advance(MINUTE_MS);
    // More than one an hour waits, for the thousand before it.
    expect(await outcome(sendRecovery(anna))).toBe("tooManyTries");
  });

  it("sends again after a minute, and five mails an hour", async () => {
    await send(anna, address);
    app.clock.advance(MINUTE_MS - 1000);
    await expect(send(anna, address)).rejects.toMatchObject({ key: "tooManyTries", retryAfterSeconds: 1 });
    await expect(send(anna, `other-${address}`)).rejects.toMatchObject({ key: "tooManyTries", headers: {} });
    for (let mail = 2; mail <= 5; mail += 1) {
      app.clock.advance(mail === 2 ? 1000 : MINUTE_MS);
      const { resendAfterSeconds } = await send(anna, address);
      expect(resendAfterSeconds).toBe(mail < 5 ? 60 : 3600 - 4 * 60);
    }
    // The last code is still valid, and the wait is that of the hourly limit.
    await expect(send(anna, address)).rejects.toMatchObject({
      retryAfterSeconds: 3600 - 4 * 60,
      headers: { "x-code-expires-at": new Date(app.clock.now().getTime() + 10 * MINUTE_MS).toISOString() },
    });
    app.clock.advance(MINUTE_MS);
    await expect(send(anna, address)).rejects.toMatchObject({
      key: "tooManyTries",
      retryAfterSeconds: 3600 - 300,
      headers: {},
    });
    expect(app.world.mails).toHaveLength(5);
    app.clock.advance(3_300_000);
    await send(anna, address);
  });

  it("reports, within the pause, the code that is still valid, and only for its own address", async () => {
    const { expiresAt } = await send(anna, address);
    app.clock.advance(20_000);
    const live = { key: "tooManyTries", retryAfterSeconds: 40, headers: { "x-code-expires-at": expiresAt } };
    await expect(send(anna, address.toUpperCase())).rejects.toMatchObject(live);
    await expect(send(anna, `other-${address}`)).rejects.toMatchObject({ retryAfterSeconds: 40, headers: {} });
    await update(anna, address, readCode());
    await expect(send(anna, `other-${address}`)).rejects.toMatchObject({ retryAfterSeconds: 40, headers: {} });
    app.clock.advance(MINUTE_MS);
    const recovery = await sendRecovery(anna);
    await expect(sendRecovery(anna)).rejects.toMatchObject({
      retryAfterSeconds: 60,
      headers: { "x-code-expires-at": recovery.expiresAt },
    });
  });

  it("reports no code without tries left, and none whose mail was refused", async () => {
    await send(anna, address);
    for (let tries = 1; tries <= 5; tries += 1) await outcome(update(anna, address, makeWrong(readCode())));
    await expect(send(anna, address)).rejects.toMatchObject({ key: "tooManyTries", headers: {} });
    app.clock.advance(MINUTE_MS);
    await send(anna, address);
    app.clock.advance(MINUTE_MS);
    app.world.mailOutcome = "refused";
    expect(await outcome(send(anna, `other-${address}`))).toBe("invalidRequest");
    await expect(send(anna, `other-${address}`)).rejects.toMatchObject({ key: "tooManyTries", headers: {} });
  });

  it("sends one mail for several simultaneous requests", async () => {
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcome(send(anna, address))));
    expect(outcomes.toSorted()).toEqual(["ok", "tooManyTries", "tooManyTries", "tooManyTries"]);
    expect(app.world.mails).toHaveLength(1);
    await update(anna, address, readCode());
  });

  it("limits the mails of many accounts to one mailbox", async () => {
    const crowd = Array.from({ length: 11 }, (_, index) => anna * 1000n + BigInt(index));
    await addUsers(app, crowd);
    const outcomes: string[] = [];
    for (const tgUserId of crowd) outcomes.push(await outcome(send(tgUserId, address)));
    expect(outcomes).toEqual([...Array<string>(10).fill("ok"), "tooManyTries"]);
    const [last = 0n] = crowd.slice(-1);
    expect(await outcome(send(last, `other-${address}`))).toBe("ok");
  });

  it("counts nothing and keeps the previous code while the mail server is unreachable", async () => {
    await send(anna, address);
    const code = readCode();
    app.clock.advance(MINUTE_MS);
    app.world.mailOutcome = "unavailable";
    for (let failed = 0; failed < 7; failed += 1) expect(await outcome(send(anna, address))).toBe("serviceUnavailable");
    app.world.mailOutcome = "sent";
    await send(anna, address);
    app.clock.advance(MINUTE_MS);
    app.world.mailOutcome = "unavailable";
    const next = readCode();
    expect(await outcome(send(anna, address))).toBe("serviceUnavailable");
    expect(code).not.toBe(next);
    expect(await outcome(update(anna, address, code))).toBe("wrongVerificationCode");
    await update(anna, address, next);
  });

  it("counts a mail to an address that the mail server refuses", async () => {
    app.world.mailOutcome = "refused";
    expect(await outcome(send(anna, address))).toBe("invalidRequest");
    app.world.mailOutcome = "sent";
    expect(await outcome(send(anna, address))).toBe("tooManyTries");
    expect(await outcome(update(anna, address, "000000"))).toBe("verificationCodeExpired");
  });

  it("answers serviceUnavailable without a mail server", async () => {
    expect(
      await outcome(
        callAs({ ...app, mailer: null }, sendVerificationCode, anna, {
          body: { purpose: "updateEmail", email: address },
        }),
      ),
    ).toBe("serviceUnavailable");
    await send(anna, address);
  });

  it("requires the security code once it is set, and counts no try of the mailed code without it", async () => {
    await setEmail(anna, address);
    await callAs(app, changeSecurityCode, anna, { body: { newSecurityCode: CODE } });
    const next = `next-${address}`;
    await send(anna, next);
    for (let without = 0; without < 6; without += 1) {
      expect(await outcome(update(anna, next, readCode()))).toBe("securityCodeRequired");
    }
    expect(await outcome(update(anna, next, readCode(), "Wrong123"))).toBe("wrongSecurityCode");
    await update(anna, next, readCode(), CODE);
    expect((await callAs(app, getUserInfo, anna, {})).userItem).toMatchObject({ email: next, hasSecurityCode: true });
  });

  it("deletes expired codes", async () => {
    await send(anna, address);
    await send(bo, `bo-${address}`);
    app.clock.advance(10 * MINUTE_MS);
    await cleanUp.run(app, new AbortController().signal);
    expect(await database.kysely.selectFrom("verification_code").selectAll().execute()).toEqual([]);
  });
});
