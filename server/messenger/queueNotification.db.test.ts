import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { makeLetter } from "#tests/support/makeLetter.ts";
import { addUsers } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import type { NotificationKind } from "./notificationKind.ts";
import { queueNotification } from "./queueNotification.ts";
import { sendNotifications } from "./notifications.ts";

const FLOODER = 1n;
const FEW = [2n, 3n, 4n];

describe("private messages of the bot", () => {
  let database: Database;
  let app: TestApp;
  /** The recipients, in order. */
  let sentTo: bigint[];
  /** The link of each, in the same order. */
  let links: (string | null)[];

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.kysely.deleteFrom("letter").where("queue", "=", "notification").execute();
    app = createTestApp(database, "notifications");
    sentTo = [];
    links = [];
    app.telegram = {
      ...app.telegram,
      sendMessage: (chatId, { button }) => {
        sentTo.push(chatId);
        links.push(button?.url ?? null);
        return Promise.resolve({ kind: "sent", messageId: 1n });
      },
    };
    await addUsers(app, [FLOODER, ...FEW, 5n, 6n]);
    await database.kysely.updateTable("tg_user").set({ allows_write_to_pm: true }).execute();
  });

  const queue = (tgUserId: bigint, kind: NotificationKind, params: Record<string, string> = {}) =>
    database.kysely.transaction().execute((trx) => queueNotification(trx, app, { tgUserId, kind, params }));
  const pay = (tgUserId: bigint, amount: string) => queue(tgUserId, "paymentToBalance", { amount, coinType: "eth" });
  const run = () => sendNotifications.run(app, new AbortController().signal);

  it("are not sent to people who disabled them, except warnings", async () => {
    const quiet = FEW[0] ?? 0n;
    const choose = (isAllowed: boolean) =>
      database.kysely
        .updateTable("tg_user")
        .set({ allows_notifications: isAllowed })
        .where("tg_user_id", "=", quiet)
        .execute();
    await choose(false);
    await pay(quiet, "0.1");
    await queue(quiet, "walletTakenOver", { type: "ETH", address: "0x1" });
    await run();
    expect(sentTo).toEqual([quiet]);
    await choose(true);
    await pay(quiet, "0.2");
    app.clock.advance(1000);
    await run();
    expect(sentTo).toEqual([quiet, quiet]);
  });

  it("reach everyone in the first second, however many wait for one person, warnings first", async () => {
    for (let count = 0; count < 300; count += 1) await pay(FLOODER, `0.${count}1`);
    await pay(2n, "0.1");
    await queue(3n, "walletTakenOver", { type: "ETH", address: "0x1" });
    await pay(4n, "0.1");
    await run();
    expect(sentTo[0]).toBe(3n);
    expect(new Set(sentTo)).toEqual(new Set([FLOODER, ...FEW]));
    expect(sentTo.filter((tgUserId) => tgUserId === FLOODER)).toHaveLength(1);
    for (let second = 0; second < 30; second += 1) {
      app.clock.advance(1_000);
      await run();
    }
    // Twenty, and one that tells all others.
    expect(sentTo.filter((tgUserId) => tgUserId === FLOODER)).toHaveLength(21);
  });

  it("link to what they are about", async () => {
    await queue(2n, "orderExpired", { orderId: "Ab-9_x" });
    await queue(3n, "notPosted", { title: "Family", envelopeId: "Cd-8_y" });
    await queue(4n, "assignedToBalance", { amount: "0.1", coinType: "eth" });
    await queue(5n, "emailChanged", { email: "a…@b.example" });
    await queue(6n, "securityCodeSet");
    await queue(FLOODER, "walletBound", { type: "ETH", address: "0x1", walletId: "Ef-7_z" });
    await run();
    const byPerson = Object.fromEntries(sentTo.map((tgUserId, index) => [String(tgUserId), links[index]]));
    const appLink = `https://t.me/${app.telegram.username}/${app.config.botAppName}`;
    expect(byPerson).toEqual({
      1: `${appLink}?startapp=w_Ef-7_z`,
      2: `${appLink}?startapp=o_Ab-9_x`,
      3: `${appLink}?startapp=d_Cd-8_y`,
      4: `${appLink}?startapp=user`,
      5: `${appLink}?startapp=email`,
      6: `${appLink}?startapp=code`,
    });
  });

  it("that are warnings are queued however many wait", async () => {
    for (let count = 0; count < 50; count += 1) await pay(2n, `0.${count}1`);
    for (let count = 0; count < 15; count += 1) {
      await queue(2n, "walletBound", { type: "ETH", address: `0x${count}` });
    }
    const waiting = await database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select("kind")
      .execute();
    expect(waiting.filter((row) => row.kind === "walletBound")).toHaveLength(15);
    expect(waiting.filter((row) => row.kind === "paymentToBalance")).toHaveLength(20);
  });

  it("that are warnings do not starve others, however many one person or many people get", async () => {
    for (let wallet = 0; wallet < 30; wallet += 1) await queue(FLOODER, "walletBound", { address: `0x${wallet}` });
    await pay(2n, "0.1");
    // They are due all at once after a pause of the messenger.
    app.clock.advance(60_000);
    await queue(3n, "walletTakenOver", { address: "0x1" });
    await run();
    expect(new Set(sentTo.slice(0, 2))).toEqual(new Set([FLOODER, 3n]));
    expect(sentTo[2]).toBe(2n);

    const many = Array.from({ length: 40 }, (_, index) => 100n + BigInt(index));
    await addUsers(app, many);
    await database.kysely.updateTable("tg_user").set({ allows_write_to_pm: true }).execute();
    await pay(4n, "0.1");
    for (const tgUserId of many) await queue(tgUserId, "walletBound", { address: "0x1" });
    sentTo.length = 0;
    await run();
    expect(sentTo).toContain(4n);
  });

  it("with the same content wait once, except those about money", async () => {
    for (let count = 0; count < 3; count += 1) {
      await queue(2n, "orderExpired");
      await queue(2n, "notPosted", { title: `Group ${count % 2}` });
      await pay(2n, "0.5");
    }
    const waiting = await database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select("kind")
      .orderBy("kind")
      .execute();
    expect(waiting.map((row) => row.kind)).toEqual([
      "notPosted",
      "notPosted",
      "orderExpired",
      "paymentToBalance",
      "paymentToBalance",
      "paymentToBalance",
    ]);
  });

  it("that cannot be made hold up no others, are tried again, and given up at last", async () => {
    await queue(2n, "firstClaim", { envelopeId: "gone", claimId: "gone" });
    await queue(3n, "lastClaim", { envelopeId: "gone", claimId: "gone" });
    await pay(4n, "0.1");
    await run();
    expect(sentTo).toEqual([4n]);
    for (let round = 0; round < 36; round += 1) {
      app.clock.advance(60_000);
      await run();
    }
    const rows = await database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select(["attempts", "failed_at"])
      .where("tg_user_id", "<>", 4n)
      .execute();
    expect(rows).toEqual([
      { attempts: 35, failed_at: expect.any(Date) as Date },
      { attempts: 35, failed_at: expect.any(Date) as Date },
    ]);
  });

  it("of a kind that this version does not know wait for the version that does", async () => {
    for (let place = 0; place < 30; place += 1) {
      await database.kysely
        .insertInto("letter")
        .values(
          makeLetter("notification", `newer ${place}`, app.clock.now(), {
            taker: "2",
            kind: "ofANewerVersion",
            is_urgent: true,
          }),
        )
        .execute();
    }
    await pay(4n, "0.1");
    await run();
    expect(sentTo).toEqual([4n]);
    const waiting = await database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select("kind")
      .where("sent_at", "is", null)
      .where("failed_at", "is", null)
      .execute();
    expect(waiting).toHaveLength(30);
  });
});
