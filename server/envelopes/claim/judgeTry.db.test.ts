import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiError } from "#server/calls/apiError.ts";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { addUsers, addressOf, bindWallet, claim, openEnvelope } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";

const SENDER = 1n;
let test: TestDatabase;
let databases: readonly Database[];
/** Processes on one database: they share nothing else. */
let apps: readonly TestApp[];
let envelopeId: string;
let generated: string;

beforeAll(async () => {
  test = await createTestDatabase();
  const open = () => openDatabase(test.location, { logger: silentLogger });
  databases = [await open(), await open(), await open(), await open()];
  apps = databases.map((database) => createTestApp(database, "tries"));
  const app = getApp();
  await addUsers(app, [SENDER, ...Array.from({ length: 500 }, (_, index) => BigInt(index) + 2n)]);
  await bindWallet(app, SENDER);
  app.world.balances.set(addressOf(SENDER), 10n ** 20n);
  ({ envelopeId } = await openEnvelope(app, SENDER));
  generated = (await openEnvelope(app, SENDER, { passphrase: undefined })).passphrase ?? "";
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await test.remove();
});

function getApp(): TestApp {
  const [app] = apps;
  if (app === undefined) throw new Error("there is no process");
  return app;
}

/** How many tries ended in which way, when every process gets the same ones at the same moment. */
async function race(tries: readonly ((app: TestApp) => Promise<unknown>)[]): Promise<Record<string, number>> {
  const answers = await Promise.allSettled(apps.flatMap((app) => tries.map((attempt) => attempt(app))));
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const key = answer.status === "fulfilled" ? "right" : (answer.reason as ApiError).key;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe("tries in processes side by side", () => {
  it("are judged ten times a person, and the right phrase after them is not", async () => {
    const phrases = [...Array.from({ length: 10 }, (_, index) => `Wrong ${index}`), "Lucky Day"];
    const tries = phrases.map((phrase) => (app: TestApp) => claim(app, 2n, phrase, envelopeId));
    expect(await race(tries)).toEqual({ wrongPassphrase: 10, tooManyTries: 34 });
  });

  it("are judged ten times a person also where only the phrase is given", async () => {
    const tries = Array.from({ length: 10 }, () => (app: TestApp) => claim(app, 3n, "Wrong"));
    expect(await race(tries)).toEqual({ wrongPassphrase: 10, tooManyTries: 30 });
    await expect(claim(getApp(), 3n, generated)).rejects.toMatchObject({ key: "tooManyTries" });
  });

  it("are judged 300 times an address, whoever makes them", async () => {
    const tries = Array.from({ length: 100 }, (_, index) => (app: TestApp) => {
      const tgUserId = 10n + BigInt(apps.indexOf(app) * 100 + index);
      return claim(app, tgUserId, "Wrong", envelopeId, "198.51.100.7");
    });
    expect(await race(tries)).toEqual({ wrongPassphrase: 300, tooManyTries: 100 });
  });

  it("are never refused when right, however many there are", async () => {
    expect(
      await race(Array.from({ length: 10 }, () => (app: TestApp) => claim(app, 4n, "Lucky Day", envelopeId))),
    ).toEqual({
      right: 40,
    });
  });
});
