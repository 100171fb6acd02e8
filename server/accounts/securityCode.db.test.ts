import { giveEmail } from "#tests/support/giveEmail.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { changeSecurityCode, checkSecurityCode, recoverSecurityCode } from "./securityCode.ts";
import { getUserInfo } from "./users.ts";
import { refuseBlockedSpending } from "./spendingBlocks.ts";
import { sendVerificationCode } from "./email.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const CODE = "Abcdefg1";
const NEXT = "Bcdefgh2";
const WRONG = "Wrong123";

describe("the security code", () => {
  let database: Database;
  let app: TestApp;
  let anna = 1_000n;
  let bo = 0n;

  beforeAll(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "securityCode");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    anna += 10n;
    bo = anna + 1n;
    app.clock.advance(DAY_MS);
    await addUsers(app, [anna, bo]);
    await addEmail(anna);
  });

  const addEmail = (tgUserId: bigint) => giveEmail(database.kysely, tgUserId, `person${tgUserId}@example.com`);
  const change = (newSecurityCode: string, securityCode?: string) =>
    callAs(app, changeSecurityCode, anna, {
      body: { newSecurityCode, ...(securityCode === undefined ? {} : { securityCode }) },
    });
  const check = (code: string | undefined) => checkSecurityCode(app, anna, code);
  const recover = (verificationCode: string, newSecurityCode: string) =>
    callAs(app, recoverSecurityCode, anna, { body: { verificationCode, newSecurityCode } });
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => "ok",
      (error: { key: string }) => error.key,
    );
  const isBlocked = async () =>
    (await outcome(refuseBlockedSpending(database.kysely, app, { tgUserId: anna, coinType: "eth" }))) ===
    "spendingBlocked";
  const readMessages = async () =>
    (
      await database.kysely
        .selectFrom("letter")
        .where("queue", "=", "notification")
        .select("kind")
        .where("tg_user_id", "=", anna)
        .where("is_urgent", "=", true)
        .orderBy("due_at")
        .execute()
    ).map(({ kind }) => kind);

  async function askRecovery(): Promise<string> {
    await callAs(app, sendVerificationCode, anna, { body: { purpose: "recoverSecurityCode" } });
    return /\b[0-9]{6}\b/.exec(app.world.mails.at(-1)?.text ?? "")?.[0] ?? "";
  }

  it("requires an email", async () => {
    const set = callAs(app, changeSecurityCode, bo, { body: { newSecurityCode: CODE } });
    expect(await outcome(set)).toBe("emailRequired");
    expect((await callAs(app, getUserInfo, bo, {})).userItem.hasSecurityCode).toBe(false);
    const raw = database.kysely.updateTable("tg_user").set({ security_code_hash: "x" }).where("tg_user_id", "=", bo);
    await expect(raw.execute()).rejects.toThrow("security_code_has_email");
  });

  it.each(["abcdefg1", "ABCDEFG1", "Abcdefgh", "Abcdefg", "Abcdefgh1", "Abcdef 1", "Abcdéfg1"])(
    "is never %j",
    async (code) => {
      expect(await outcome(change(code))).toBe("invalidRequest");
      expect(await outcome(recover("000000", code))).toBe("invalidRequest");
    },
  );

  it("is set once without a current code and then changed with it, without a spending block", async () => {
    await change(CODE);
    expect((await callAs(app, getUserInfo, anna, {})).userItem.hasSecurityCode).toBe(true);
    expect(await outcome(change(NEXT))).toBe("securityCodeRequired");
    expect(await outcome(change(NEXT, WRONG))).toBe("wrongSecurityCode");
    await change(NEXT, CODE);
    expect(await outcome(check(CODE))).toBe("wrongSecurityCode");
    expect(await outcome(check(NEXT))).toBe("ok");
    expect(await isBlocked()).toBe(false);
    expect(await readMessages()).toEqual(["securityCodeSet", "securityCodeChanged"]);
  });

  it("is stored as argon2id with its own salt", async () => {
    await addEmail(bo);
    await change(CODE);
    await callAs(app, changeSecurityCode, bo, { body: { newSecurityCode: CODE } });
    const hashes = await database.kysely
      .selectFrom("tg_user")
      .select("security_code_hash")
      .where("tg_user_id", "in", [anna, bo])
      .execute();
    for (const { security_code_hash: hash } of hashes) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
      expect(hash).not.toContain(CODE);
    }
    expect(new Set(hashes.map(({ security_code_hash: hash }) => hash)).size).toBe(2);
  });

  it("is required only where it is set", async () => {
    expect(await check(undefined)).toBeNull();
    expect(await check(WRONG)).toBeNull();
    await change(CODE);
    expect(await outcome(check(undefined))).toBe("securityCodeRequired");
    expect(await outcome(check(""))).toBe("wrongSecurityCode");
  });

  it("locks for 15 minutes after five wrong codes, also for the right one", async () => {
    await change(CODE);
    for (let wrong = 0; wrong < 5; wrong += 1) expect(await outcome(check(WRONG))).toBe("wrongSecurityCode");
    await expect(check(CODE)).rejects.toMatchObject({ key: "securityCodeLocked", retryAfterSeconds: 900 });
    await expect(check(undefined)).rejects.toMatchObject({ key: "securityCodeLocked", retryAfterSeconds: 900 });
    expect(await outcome(change(NEXT, CODE))).toBe("securityCodeLocked");
    app.clock.advance(15 * MINUTE_MS - 1000);
    await expect(check(CODE)).rejects.toMatchObject({ key: "securityCodeLocked", retryAfterSeconds: 1 });
    app.clock.advance(1000);
    expect(await outcome(check(CODE))).toBe("ok");
  });

  it("locks again after five more", async () => {
    await change(CODE);
    for (const lock of [1, 2]) {
      for (let wrong = 0; wrong < 5; wrong += 1)
        expect(await outcome(check(WRONG)), `${lock}`).toBe("wrongSecurityCode");
      await expect(check(CODE)).rejects.toMatchObject({ key: "securityCodeLocked", retryAfterSeconds: 900 });
      app.clock.advance(15 * MINUTE_MS);
    }
  });

  it("resets the count after a right code, and counts each person separately", async () => {
    await addEmail(bo);
    await change(CODE);
    await callAs(app, changeSecurityCode, bo, { body: { newSecurityCode: CODE } });
    for (const round of [1, 2, 3]) {
      for (let wrong = 0; wrong < 4; wrong += 1)
        expect(await outcome(check(WRONG)), `${round}`).toBe("wrongSecurityCode");
      expect(await outcome(check(CODE)), `${round}`).toBe("ok");
    }
    for (let wrong = 0; wrong < 5; wrong += 1) await outcome(check(WRONG));
    expect(await outcome(check(CODE))).toBe("securityCodeLocked");
    expect(await outcome(checkSecurityCode(app, bo, CODE))).toBe("ok");
  });

  it("checks five of many simultaneous wrong codes", async () => {
    await change(CODE);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcome(check(WRONG))));
    expect(outcomes.toSorted()).toEqual([
      ...Array<string>(7).fill("securityCodeLocked"),
      ...Array<string>(5).fill("wrongSecurityCode"),
    ]);
  });

  it("is set by one of two simultaneous first calls, and changed by one", async () => {
    const first = await Promise.all([outcome(change(CODE)), outcome(change(NEXT))]);
    expect(first.toSorted()).toEqual(["ok", "securityCodeRequired"]);
    const now = first[0] === "ok" ? CODE : NEXT;
    const second = await Promise.all([outcome(change("Cdefghi3", now)), outcome(change("Defghij4", now))]);
    expect(second.toSorted()).toEqual(["ok", "wrongSecurityCode"]);
    expect(await readMessages()).toEqual(["securityCodeSet", "securityCodeChanged"]);
  });

  it("is recovered by a mailed code, which unlocks it and blocks spending for a day", async () => {
    await change(CODE);
    for (let wrong = 0; wrong < 5; wrong += 1) await outcome(check(WRONG));
    expect(await outcome(recover("000000", NEXT))).toBe("verificationCodeExpired");
    const code = await askRecovery();
    await recover(code, NEXT);
    expect(await outcome(check(NEXT))).toBe("ok");
    expect(await outcome(check(CODE))).toBe("wrongSecurityCode");
    expect(await isBlocked()).toBe(true);
    app.clock.advance(DAY_MS - 1);
    expect(await isBlocked()).toBe(true);
    app.clock.advance(1);
    expect(await isBlocked()).toBe(false);
    expect(await readMessages()).toEqual(["securityCodeSet", "securityCodeRecovered"]);
  });

  it("is set by a recovery where there was none, without a spending block", async () => {
    await recover(await askRecovery(), CODE);
    expect(await outcome(check(CODE))).toBe("ok");
    expect(await isBlocked()).toBe(false);
    expect(await readMessages()).toEqual(["securityCodeSet"]);
  });

  it("is recovered by one of two calls with the same mailed code", async () => {
    await change(CODE);
    const code = await askRecovery();
    const outcomes = await Promise.all([outcome(recover(code, NEXT)), outcome(recover(code, "Cdefghi3"))]);
    expect(outcomes.toSorted()).toEqual(["ok", "verificationCodeExpired"]);
    expect(await outcome(check(outcomes[0] === "ok" ? NEXT : "Cdefghi3"))).toBe("ok");
    expect((await readMessages()).filter((kind) => kind === "securityCodeRecovered")).toHaveLength(1);
  });

  it("cannot be changed with the code that a simultaneous recovery replaces", async () => {
    await change(CODE);
    const mailed = await askRecovery();
    const [changed, recovered] = await Promise.all([outcome(change("Cdefghi3", CODE)), outcome(recover(mailed, NEXT))]);
    expect(recovered).toBe("ok");
    expect(["ok", "wrongSecurityCode"]).toContain(changed);
    expect(await outcome(check(CODE))).toBe("wrongSecurityCode");
  });

  it("keeps the later end of two blocks", async () => {
    await change(CODE);
    await recover(await askRecovery(), NEXT);
    app.clock.advance(DAY_MS / 2);
    await recover(await askRecovery(), CODE);
    await expect(
      refuseBlockedSpending(database.kysely, app, { tgUserId: anna, coinType: "eth" }),
    ).rejects.toMatchObject({
      retryAfterSeconds: 86_400,
    });
  });
});
