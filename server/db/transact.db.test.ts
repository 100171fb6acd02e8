import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestDatabase } from "#tests/support/database.ts";
import { transact } from "./transact.ts";

it("changes anew what a deadlock ended", async () => {
  const database = await openTestDatabase();
  const held = { 1: Promise.withResolvers<void>(), 2: Promise.withResolvers<void>() };
  let tries = 0;
  const lockBoth = (own: 1 | 2, other: 1 | 2) =>
    transact(database.kysely, async (trx) => {
      tries += 1;
      await sql`select pg_advisory_xact_lock(${own})`.execute(trx);
      held[own].resolve();
      await held[other].promise;
      await sql`select pg_advisory_xact_lock(${other})`.execute(trx);
    });
  await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
  expect(tries).toBe(3);
  await database.close();
});
