import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Call } from "#server/calls/handler.ts";
import type { Database } from "#server/db/database.ts";
import { cleanUp } from "#server/jobs/cleanUp.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { makeInitData } from "#tests/support/initData.ts";
import { callAs } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { deleteAccount } from "./deleteAccount.ts";
import { authenticateBearer, telegramAuth } from "./sessions.ts";

const MINUTE_MS = 60_000;

describe("who deleted the account and does not know it, since the answer was lost", () => {
  let database: Database;
  let app: TestApp;
  let tgUserId = 6_000_000_000;

  beforeAll(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "departures");
  });
  afterAll(() => database.close());
  beforeEach(() => {
    tgUserId += 1;
  });

  /** As the messenger signs it; its clock may be ahead. */
  const launch = (aheadMs = 0) =>
    makeInitData({
      botToken: app.config.botToken,
      person: { id: tgUserId, firstName: "Anna" },
      authDate: new Date(app.clock.now().getTime() + aheadMs),
    });
  const logIn = (initData: string) =>
    telegramAuth({ body: { initData }, bearer: null, ip: "203.0.113.7" } as unknown as Call<"telegramAuth">, app);
  const remove = () => callAs(app, deleteAccount, BigInt(tgUserId), { body: {} });
  const hasAccount = async () =>
    (await database.kysely
      .selectFrom("tg_user")
      .select("tg_user_id")
      .where("tg_user_id", "=", BigInt(tgUserId))
      .executeTakeFirst()) !== undefined;
  const refusal = { key: "notAvailable", messageKey: "errors:accountDeleted" };

  it("gets no new account by the launch data of before, and one by a newer launch", async () => {
    const [first, other] = [launch(), launch(1_000)];
    const { token } = await logIn(first);
    app.clock.advance(MINUTE_MS);
    await remove();
    expect(await authenticateBearer(app, token)).toBe("missing");
    for (const initData of [first, other, first]) await expect(logIn(initData)).rejects.toMatchObject(refusal);
    expect(await hasAccount()).toBe(false);

    // The messenger's whole seconds may lie a little before the deletion.
    expect((await logIn(launch())).isNewUser).toBe(true);
    await expect(logIn(first)).rejects.toMatchObject(refusal);
    expect((await logIn(launch())).isNewUser).toBe(false);
  });

  it("gets none where the messenger's clock is ahead", async () => {
    const ahead = launch(MINUTE_MS);
    await logIn(ahead);
    app.clock.advance(1_000);
    await remove();
    await expect(logIn(ahead)).rejects.toMatchObject(refusal);
    expect(await hasAccount()).toBe(false);
  });

  it("gets none by a login that runs beside the deletion", async () => {
    for (let round = 0; round < 5; round += 1) {
      tgUserId += 1;
      const initData = launch();
      await logIn(initData);
      app.clock.advance(2_000);
      await Promise.all([remove(), ...[1, 2, 3].map(() => logIn(initData).catch(() => null))]);
      expect(await hasAccount()).toBe(false);
    }
  });

  it("is noted as long as launch data counts, and no longer", async () => {
    const initData = launch();
    await logIn(initData);
    await remove();
    const isNoted = async () =>
      (await database.kysely
        .selectFrom("departed_person")
        .select("tg_user_id")
        .where("tg_user_id", "=", BigInt(tgUserId))
        .executeTakeFirst()) !== undefined;
    app.clock.advance(60 * MINUTE_MS);
    await cleanUp.run(app, new AbortController().signal);
    await expect(logIn(initData)).rejects.toMatchObject(refusal);
    app.clock.advance(MINUTE_MS);
    await cleanUp.run(app, new AbortController().signal);
    expect(await isNoted()).toBe(false);
    await expect(logIn(initData)).rejects.toMatchObject({ key: "launchDataExpired" });
  });
});
