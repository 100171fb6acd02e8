import fc from "#tests/support/fastCheck.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { addressOf, addUsers, bindWallet, openEnvelope } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { isOnCitus } from "#tests/support/isOnCitus.ts";

const DAY_MS = 86_400_000;
const PEOPLE = 6;

let database: Database;
let app: TestApp;
let run = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "one envelope");
  await addUsers(app, [1n]);
  await bindWallet(app, 1n);
  app.world.balances.set(addressOf(1n), 10n ** 24n);
});
afterAll(() => database.close());

/**
 * People by number, one list per batch. `isLate`: the batch comes after the envelope's end. `isRepeat`: a person always
 * uses the same claim id.
 */
const batches = fc.array(
  fc.record({
    people: fc.array(fc.nat({ max: PEOPLE - 1 }), { minLength: 1, maxLength: 8 }),
    isLate: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
    isRepeat: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

interface Answer {
  ask: number;
  outcome: string;
  claim_id: string | null;
  slot: number | null;
  amount_base: bigint | null;
}

/** Two envelopes with the same shares, and twin people who claim them. */
async function openTwins(count: number): Promise<readonly [many: string, one: string]> {
  const options = { count, totalAmount: "0.01", type: "luckyDraw" } as const;
  const many = await openEnvelope(app, 1n, options);
  const one = await openEnvelope(app, 1n, options);
  // The draw is random: both envelopes get the amounts of the first.
  await database.pool.query(
    `update share s set amount_base = t.amount_base from share t
     where s.envelope_id = $2 and t.envelope_id = $1 and t.slot = s.slot`,
    [many.envelopeId, one.envelopeId],
  );
  await database.pool.query(
    `update envelope e set best_base = t.best_base, salt = t.salt from envelope t
     where e.envelope_id = $2 and t.envelope_id = $1`,
    [many.envelopeId, one.envelopeId],
  );
  return [many.envelopeId, one.envelopeId];
}

async function readTwin(envelopeId: string, firstPerson: number) {
  const { rows } = await database.pool.query(
    `select e.status, e.claimed_count, e.claimed_base, e.ended_at, e.record_status,
       (select count(*) from ledger_entry l where l.home = e.envelope_id) as lines,
       (select json_agg(json_build_array(t.tg_user_id - $2::bigint, t.balance_base::text, t.claim_count, t.best_luck_count)
         order by t.tg_user_id)
        from person_total t where t.tg_user_id between $2::bigint and $2::bigint + ${PEOPLE - 1}) as totals
     from envelope e where e.envelope_id = $1`,
    [envelopeId, firstPerson],
  );
  return rows;
}

it.skipIf(isOnCitus)(
  "returns and books the same for any batch as the function for many envelopes",
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), batches, async (count, asked) => {
        run += 1;
        const [many, one] = await openTwins(count);
        const [firstOfMany, firstOfOne] = [run * 1_000, run * 1_000 + 500];
        const ids = (first: number) => Array.from({ length: PEOPLE }, (_, person) => BigInt(first + person));
        await addUsers(app, [...ids(firstOfMany), ...ids(firstOfOne)]);
        for (const [number, { people, isLate, isRepeat }] of asked.entries()) {
          const at = new Date(app.clock.now().getTime() + (isLate ? 2 * DAY_MS : 0));
          const claims = (twin: string) =>
            people.map((person, ask) => `${twin}${run}-${isRepeat ? `of-${person}` : `${number}-${ask}`}`);
          const expected = await database.pool.query<Answer>(
            "select * from claim_shares($1, $2, $3, $4) order by ask",
            [people.map(() => many), people.map((person) => firstOfMany + person), claims("a"), at],
          );
          const answered = await database.pool.query<Answer>(
            "select * from claim_envelope_shares($1, $2, $3, $4) order by ask",
            [one, people.map((person) => firstOfOne + person), claims("b"), at],
          );
          for (const row of expected.rows) row.claim_id = row.claim_id?.replace("a", "b") ?? null;
          expect(answered.rows).toEqual(expected.rows);
        }
        expect(await readTwin(one, firstOfOne)).toEqual(await readTwin(many, firstOfMany));
      }),
      { numRuns: 25, seed: 20_261_122 },
    );
    const breaches = await findBreaches(database);
    // The twin's commitment is that of its former shares.
    expect(breaches.filter((breach) => !breach.startsWith("every commitment"))).toEqual([]);
  },
);

it("returns the same as the other function for an unknown envelope", async () => {
  const { rows } = await database.pool.query("select outcome from claim_envelope_shares('none', '{1}', '{c}', now())");
  expect(rows).toEqual([{ outcome: "notOpen" }]);
});
