import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { addressOf, addUsers, bindWallet, openEnvelope } from "#tests/support/story.ts";
import { createTestApp } from "#tests/support/testApp.ts";
import { refundJob } from "./refundJob.ts";

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("refunds nothing while the clock is off, and only up to the time that was compared", async () => {
  const app = createTestApp(database, "refund");
  await addUsers(app, [1n]);
  await bindWallet(app, 1n);
  app.world.balances.set(addressOf(1n), 10n ** 18n);
  const { envelopeId } = await openEnvelope(app, 1n);
  const readStatus = async () => {
    const envelopes = database.kysely.selectFrom("envelope").select("status").where("envelope_id", "=", envelopeId);
    return (await envelopes.executeTakeFirstOrThrow()).status;
  };
  const opened = app.clock.now();
  app.clock.advance(86_400_000);
  let trusted: Date | null = null;
  let asked = 0;
  app.clockGuard = {
    ...app.clockGuard,
    async readTrustedTime() {
      asked += 1;
      return trusted;
    },
  };
  const { signal } = new AbortController();
  await refundJob.run(app, signal);
  expect(await readStatus()).toBe("open");
  trusted = opened;
  await refundJob.run(app, signal);
  expect(await readStatus()).toBe("open");
  trusted = app.clock.now();
  await refundJob.run(app, signal);
  expect(await readStatus()).toBe("refunded");
  expect(await readBalance(database.kysely, 1n, "eth")).toBe(5n * 10n ** 16n);
  expect(asked).toBe(3);
  // With nothing due, the clock is not checked.
  await refundJob.run(app, signal);
  expect(asked).toBe(3);
});
