import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { watchForAlarms } from "#server/operator/alarms/watchForAlarms.ts";
import { carryOutCommand } from "#server/operator/commands.ts";
import { SHOWN_AFTER } from "#server/outbox/failedWork.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { POISONED_WORK } from "#tests/support/poisonedWork.ts";
import { isOnCitus } from "#tests/support/isOnCitus.ts";

const TEN_MINUTES_MS = 600_000;

let database: Database;
let app: TestApp;

beforeEach(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "poison");
});
afterEach(() => database.close());

describe.each(Object.entries(POISONED_WORK))("%s, whose first item always fails,", (_, { job, prepare, run }) => {
  const { signal } = new AbortController();

  // Triggers of a test cannot be made on shards.
  it.skipIf(isOnCitus)(
    "serves the second in the same run, shows the first to operators, and does it once when they say so",
    async () => {
      const { item, refusal, isDone } = await prepare(app);
      await sql`
      create function refuse_poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$
    `.execute(database.kysely);
      await sql.raw(`create trigger poison ${refusal} execute function refuse_poison()`).execute(database.kysely);
      await run(app, signal);
      expect(await isDone("second")).toBe(true);
      expect(await isDone("poison")).toBe(false);
      // It is set aside: the next run leaves it alone.
      await run(app, signal);
      expect(await readWork()).toEqual([{ job, item, attempts: 1, is_dead: false }]);

      for (let tries = 1; tries < SHOWN_AFTER; tries += 1) {
        app.clock.advance(TEN_MINUTES_MS);
        await run(app, signal);
      }
      expect(await readWork()).toEqual([{ job, item, attempts: SHOWN_AFTER, is_dead: true }]);
      await watchForAlarms(() => []).run(app, signal);
      expect(await database.kysely.selectFrom("alarm").select(["kind", "subject"]).execute()).toContainEqual({
        kind: "workFailed",
        subject: job,
      });

      await sql.raw(`drop trigger poison on ${/ on ([a-z_]+)/.exec(refusal)?.[1]}`).execute(database.kysely);
      await run(app, signal);
      expect(await isDone("poison")).toBe(false);
      const values = { queue: "failed_work", letter: `${job}:${item}` };
      const decision = { operator: "ann", reason: "ticket 40", isDryRun: false, values };
      await carryOutCommand({ ...app, reachChain: async () => null }, "redeliver", decision);
      await run(app, signal);
      expect(await isDone("poison")).toBe(true);
      expect(await readWork()).toEqual([]);
      expect(await findBreaches(database)).toEqual([]);
    },
  );
});

async function readWork() {
  const { rows } = await sql`
    select job, item, attempts, failed_at is not null as is_dead from failed_work
  `.execute(database.kysely);
  return rows;
}
