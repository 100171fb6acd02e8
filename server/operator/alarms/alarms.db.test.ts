import http from "node:http";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changeStatus } from "#server/db/changeStatus.ts";
import type { Database } from "#server/db/database.ts";
import { createPayout } from "#server/payouts/create.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { listen, type Listener } from "#tests/support/listen.ts";
import { addUsers, giveBalance } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { ALARM_TEXTS } from "./alarmKinds.ts";
import { findAlarms } from "./findAlarms.ts";
import { ALARM_CHANNELS, sendAlarms } from "./sendAlarms.ts";
import { watchForAlarms } from "./watchForAlarms.ts";

const MINUTE_MS = 60_000;
const JOB = { name: "refund", intervalMs: 1_000 };

interface Posted {
  alarm: string;
  state: string;
  subject: string;
  text: string;
  todo: string;
}

describe("alarms", () => {
  let database: Database;
  let app: TestApp;
  let webhook: Listener;
  let posted: Posted[];
  let told: string[];
  let status = 200;

  beforeAll(async () => {
    database = await openTestDatabase();
    const server = http.createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        if (status === 200) posted.push(JSON.parse(body) as Posted);
        response.writeHead(status).end();
      });
    });
    webhook = await listen(server);
    app = createTestApp(database, "alarms", {
      ALARM_WEBHOOK_URL: `${webhook.url}/a-secret-path`,
      OPERATOR_CHAT_ID: "-1001",
    });
    app.telegram = {
      ...app.telegram,
      sendMessage: async (chatId, { html }) => {
        if (chatId !== -1001n) throw new Error("another chat");
        told.push(html);
        return { kind: "sent", messageId: 1n };
      },
    };
    await addUsers(app, [1n]);
    await giveBalance(app, 1n, 10n ** 19n);
  });
  afterAll(async () => {
    await webhook.stop();
    await database.close();
  });
  beforeEach(async () => {
    for (const table of ["letter", "alarm", "job_state", "lease", "chain_cursor"] as const) {
      await database.kysely.deleteFrom(table).execute();
    }
    [posted, told, status] = [[], [], 200];
  });

  const signal = new AbortController().signal;
  const find = async (sinceMs = 0) =>
    (await findAlarms(app, [], sinceMs)).map(({ kind, subject }) => ({ kind, subject }));
  const look = () => watchForAlarms(() => []).run(app, signal);
  const send = (ofApp = app) => Promise.all(ALARM_CHANNELS.map((channel) => sendAlarms(channel).run(ofApp, signal)));
  const mark = (name: string, value: string) =>
    database.kysely.insertInto("job_state").values({ name, value }).execute();
  const unmark = () => database.kysely.deleteFrom("job_state").execute();

  it("are raised once and cleared once, to the webhook and by the bot, with what to do", async () => {
    await mark("payoutsStopped:eth", "1000000000000000000");
    for (let round = 0; round < 3; round += 1) {
      await look();
      await send();
    }
    const { text, todo } = ALARM_TEXTS.moneyMissing;
    expect(posted).toMatchObject([
      { alarm: "moneyMissing", state: "raised", subject: "eth", text: `${text} 1 eth`, todo },
    ]);
    expect(told).toEqual([`🔴 <b>${text} 1 eth</b>\n${todo}`]);
    await unmark();
    for (let round = 0; round < 3; round += 1) {
      await look();
      await send();
    }
    expect(posted.map(({ state }) => state)).toEqual(["raised", "cleared"]);
    expect(told[1]).toBe(`🟢 Over: ${text} 1 eth`);
    await mark("payoutsStopped:eth", "2");
    await look();
    await send();
    expect(posted).toHaveLength(3);
  });

  it("are told until they arrive, in order, and a webhook that is away keeps back no message of the bot", async () => {
    status = 500;
    await mark("payoutsStopped:eth", "1");
    await look();
    await send();
    await unmark();
    await look();
    await send();
    expect(posted).toEqual([]);
    expect(told).toHaveLength(2);
    status = 200;
    await send();
    expect(posted).toEqual([]);
    app.clock.advance(MINUTE_MS);
    await send();
    expect(posted.map(({ state }) => state)).toEqual(["raised", "cleared"]);
  });

  it("are given up at last, without naming where they go", async () => {
    const warnings: string[] = [];
    const logger = {
      ...app.logger,
      warn: (fields: object, message: string) => void warnings.push(JSON.stringify(fields) + message),
    };
    status = 404;
    await mark("payoutsStopped:eth", "1");
    await look();
    for (let round = 0; round < 310; round += 1) {
      app.clock.advance(MINUTE_MS);
      await send({ ...app, logger });
    }
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("a delivery failed permanently");
    expect(warnings.join()).not.toContain("secret");
  });

  it("tell of endpoints that disagree, of a chain that is not read, and of a job that nobody does", async () => {
    await mark("disputedBlock:eth", "12");
    expect(await find()).toEqual([{ kind: "endpointsDisagree", subject: "eth:block" }]);
    await unmark();
    const at = app.clock.now();
    await database.kysely
      .insertInto("chain_cursor")
      .values({ coin_type: "eth", settled_position: 1n, head_position: 2n, updated_at: at })
      .execute();
    expect(await find()).toEqual([]);
    app.clock.advance(5 * MINUTE_MS);
    expect(await find()).toEqual([{ kind: "watcherBehind", subject: "eth" }]);
    await database.kysely.deleteFrom("chain_cursor").execute();

    const stopped = { kind: "jobStopped", subject: "refund" };
    expect(await findAlarms(app, [JOB], 30_000)).toEqual([]);
    expect(await findAlarms(app, [JOB], 70_000)).toMatchObject([stopped]);
    const lease = { name: "job:refund", holder: "a", expires_at: app.clock.now() };
    await database.kysely.insertInto("lease").values(lease).execute();
    app.clock.advance(MINUTE_MS);
    expect(await findAlarms(app, [JOB], 10 * MINUTE_MS)).toEqual([]);
    app.clock.advance(2_000);
    expect(await findAlarms(app, [JOB], 10 * MINUTE_MS)).toMatchObject([stopped]);
    expect(await findAlarms(app, [{ ...JOB, intervalMs: 3_600_000 }], 10 * MINUTE_MS)).toEqual([]);
  });

  it("tell of payouts that do not go on, and of a stranger's transaction until an operator has booked one", async () => {
    const payoutId =
      (await database.kysely.transaction().execute((trx) =>
        createPayout(trx, app, {
          tgUserId: 1n,
          coinType: "eth",
          grossBase: 10n ** 18n,
          feeBase: 1n,
          toAddress: "0xa1",
          toAddressKey: "0xa1",
          network: "eip155:31337",
          isAutomatic: false,
          requestId: null,
        }),
      )) ?? "";
    const change = (set: object) =>
      database.kysely.updateTable("payout").set(set).where("payout_id", "=", payoutId).execute();
    expect(await find()).toEqual([]);
    app.clock.advance(10 * MINUTE_MS);
    expect(await find()).toEqual([{ kind: "payoutStuck", subject: payoutId }]);
    const held = changeStatus("payout", "payout.held", { at: app.clock.now(), cause: "sendPayouts" });
    await change({ ...held, held_reason: "treasury" });
    expect(await find()).toEqual([{ kind: "treasuryShort", subject: "eth" }]);
    await change({ held_reason: "limit" });
    expect(await find()).toEqual([{ kind: "payoutHeld", subject: "eth" }]);
    await change({ is_hour_limit: true });
    expect(await find()).toEqual([]);
    await database.kysely
      .insertInto("payout_sequence")
      .values({ coin_type: "eth", sender_key: "0x1", sequence: 7n, payout_id: payoutId, lost_at: app.clock.now() })
      .execute();
    expect(await find()).toEqual([{ kind: "foreignTransaction", subject: "eth:7" }]);
    await database.kysely
      .insertInto("operator_action")
      .values({
        transaction_id: "outgoing:eth:0x1",
        kind: "bookOutgoing",
        operator: "ann",
        reason: "ticket",
        coin_type: "eth",
        created_at: app.clock.now(),
      })
      .execute();
    expect(await find()).toEqual([]);
    const sign = (attempt: number) =>
      database.kysely
        .insertInto("payout_attempt")
        .values({
          payout_id: payoutId,
          attempt,
          coin_type: "eth",
          sender_key: "0x1",
          sequence: null,
          tx_hash: `0x${attempt}`,
          part: 0,
          raw: Buffer.of(1),
          max_fee_base: 1n,
          valid_until: null,
          signed_at: app.clock.now(),
          signed_position: 1n,
        })
        .execute();
    const goOn = (event: "payout.released" | "payout.signed") =>
      changeStatus("payout", event, { at: app.clock.now(), cause: "sendPayouts" });
    await change({ ...goOn("payout.released"), held_reason: null, is_hour_limit: false });
    await change({ ...goOn("payout.signed"), signed_at: app.clock.now() });
    await sign(1);
    await sign(2);
    expect(await find()).toEqual([]);
    await sign(3);
    expect(await find()).toEqual([{ kind: "payoutRepeated", subject: payoutId }]);
  });

  it("tell that the time is uncertain, by what other clock, and of which coin's hosts", async () => {
    const doubts = [
      { subject: "clock" as const, reason: "180 s ahead of the database's clock" },
      { subject: "sol" as const, reason: "its hosts differ" },
    ];
    const unsure = { ...app, clockGuard: { ...app.clockGuard, listDoubts: async () => doubts } };
    const found = await findAlarms(unsure, [], 0);
    expect(found.filter(({ subject }) => subject === "clock" || subject.endsWith(":time"))).toEqual([
      expect.objectContaining({ kind: "endpointsDisagree", subject: "sol:time" }),
      {
        kind: "clockOff",
        subject: "clock",
        details: expect.stringContaining("The clock is 180 s ahead of the database's clock"),
      },
    ]);
  });

  it("stand in docs/operations.md, each with its text", () => {
    const operations = readFileSync("docs/operations.md", "utf8");
    const missing = Object.entries(ALARM_TEXTS).filter(
      ([kind, { text }]) => !operations.includes(`\`${kind}\``) || !operations.includes(text),
    );
    expect(missing).toEqual([]);
  });
});
