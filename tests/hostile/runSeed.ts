import { setTimeout as wait } from "node:timers/promises";
import { createChance } from "#tests/models/composed/createChance.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { goWrong } from "./faults.ts";
import { findContradictions } from "./findContradictions.ts";
import { findDrawFaults } from "./findDrawFaults.ts";
import { createHistory, type Said } from "./history.ts";
import { gatherPeople, keepBusy } from "./people/people.ts";
import { findLost, waitForEnds } from "./waitForEnds.ts";
import { openHostileWorld } from "./world/hostileWorld.ts";

export interface SeedOptions {
  seed: number;
  minutes: number;
  /** The name of a planted bug. */
  bug?: string | null;
  tell: (line: string) => void;
}

export interface SeedResult {
  /** Empty where everything held. */
  faults: string[];
  /** How much was done. */
  counts: Readonly<Record<string, number>>;
}

/** One run of the hostile world. A seed gives the same people, deeds and faults at the same times. */
export async function runSeed({ seed, minutes, bug = null, tell }: SeedOptions): Promise<SeedResult> {
  const world = await openHostileWorld(bug);
  try {
    const history = createHistory();
    const startedMs = performance.now();
    const say = (line: string) => tell(`${((performance.now() - startedMs) / 1_000).toFixed(1)} s ${line}`);
    const people = await gatherPeople(world, history, createChance(seed));
    const end = new AbortController();
    const { signal } = end;
    const working = Promise.all([
      keepBusy(people, signal),
      goWrong(world, { chance: createChance(seed + 0x10_0000), signal, tell: say }),
    ]);
    await wait(minutes * 60_000);
    end.abort();
    await working;
    say("nothing fails any more");
    return await world.withDatabase(async (database) => {
      const left = await waitForEnds(database);
      say("everything has ended, or nothing will");
      const [breaches, contradictions, drawFaults] = [
        await findBreaches(database),
        await findContradictions(history, database, world.servers.hadWrongClock),
        await findDrawFaults(history.said, database, world.beacon.chain),
      ];
      const { rows } = await database.pool.query<Record<string, number>>(
        `select (select count(*) from claim)::integer as claims, (select count(*) from payment_order)::integer as orders,
           (select count(*) from payment_order where status = 'paid')::integer as paid,
           (select count(*) from payout where status = 'paid')::integer as "paidOut",
           (select count(*) from chain_transfer)::integer as transfers,
           (select count(*) from entry)::integer as entries,
           (select count(*) from draw_window where settled_at is not null)::integer as draws`,
      );
      return {
        faults: [...left, ...(await findLost(database)), ...breaches, ...contradictions, ...drawFaults],
        counts: { ...rows[0], ...countAnswers(history.said) },
      };
    });
  } finally {
    await world.stop();
  }
}

function countAnswers(said: readonly Said[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { operationId, error } of said) {
    const name = `${operationId}${error === null ? "" : ` ${error}`}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
