import http from "node:http";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listen, type Listener } from "#tests/support/listen.ts";
import { openPeople } from "#tests/support/people.ts";
import type { TestApp } from "#tests/support/testApp.ts";
import { ALARM_TEXTS } from "./alarmKinds.ts";
import { findAlarms } from "./findAlarms.ts";
import { ALARM_CHANNELS, sendAlarms } from "./sendAlarms.ts";
import { watchForAlarms } from "./watchForAlarms.ts";

const MINUTE_MS = 60_000;
const settings: Record<string, string> = { OPERATOR_CHAT_ID: "-1001" };
const people = openPeople("alarms", settings);
const JOB = { name: "refund", intervalMs: 1_000 };

interface Posted {
  alarm: string;
  state: string;
  subject: string;
  text: string;
  todo: string;
}

describe("alarms", () => {
  let webhook: Listener;
  let posted: Posted[];
  let told: string[];
  let status = 200;
  let app: TestApp;

  beforeAll(async () => {
    const server = http.createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        if (status === 200) posted.push(JSON.parse(body) as Posted);
        response.writeHead(status).end();
      });
    });
    webhook = await listen(server);
    settings["ALARM_WEBHOOK_URL"] = `${webhook.url}/a-secret-path`;
    app = people.renew("alarms");
  });
  afterAll(() => webhook.stop());
  beforeEach(async () => {
    for (const table of ["letter", "alarm", "job_state", "lease", "chain_cursor"] as const) {
      await people.database.kysely.deleteFrom(table).execute();
    }
    [posted, told, status] = [[], [], 200];
  });

  const signal = new AbortController().signal;
  const look = () => watchForAlarms(() => []).run(app, signal);
  const send = async (ofApp = app) => {
    await Promise.all(ALARM_CHANNELS.map((channel) => sendAlarms(channel).run(ofApp, signal)));
    told.push(...(await people.hear(0)).map(({ to, html }) => `${to} ${html}`));
  };
  const mark = (name: string, value: string) =>
    people.database.kysely.insertInto("job_state").values({ name, value }).execute();
  const unmark = () => people.database.kysely.deleteFrom("job_state").execute();

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
    expect(told).toEqual([`-1001 🔴 <b>${text} 1 eth</b>\n${todo}`]);
    await unmark();
    for (let round = 0; round < 3; round += 1) {
      await look();
      await send();
    }
    expect(posted.map(({ state }) => state)).toEqual(["raised", "cleared"]);
    expect(told[1]).toBe(`-1001 🟢 Over: ${text} 1 eth`);
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

  it("tell of a job that nobody has done since the process began to look", async () => {
    expect(await findAlarms(app, [JOB], 30_000)).toEqual([]);
    expect(await findAlarms(app, [JOB], 70_000)).toMatchObject([{ kind: "jobStopped", subject: "refund" }]);
    expect(await findAlarms(app, [{ ...JOB, intervalMs: 3_600_000 }], 70_000)).toEqual([]);
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
