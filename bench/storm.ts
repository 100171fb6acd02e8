import type { DrawRule } from "#domain/envelope/validateSend.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { type ClaimScene, prepareClaimScene } from "#tests/support/claimScene.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { withDatabase } from "./database/withDatabase.ts";
import { type Figure, median } from "./figure.ts";
import { type LoadRequest, runLoad } from "./load/load.ts";
import type { BenchOptions } from "./options.ts";
import { startBenchServer } from "./startBenchServer.ts";

const CONNECTIONS = 256;
const SHARES = 100;
/** Every fifth person taps twice. */
const DOUBLE_TAP_EVERY = 5;

/** Claims at once, then entries into a draw for all, whose answers hold receipts. */
export async function measureStorm(options: BenchOptions): Promise<readonly Figure[]> {
  return [...(await measureRule(options, "instant")), ...(await measureRule(options, "together"))];
}

/** Time in which one envelope answers a crowd, compared with the same number of calls that only read the language. */
async function measureRule({ crowd, rounds }: BenchOptions, drawRule: DrawRule): Promise<readonly Figure[]> {
  return withDatabase(async (databaseUrl) => {
    const location = { databaseUrl };
    const scene = await prepareClaimScene(
      { location, environment: { DATABASE_URL: databaseUrl }, remove: async () => {} },
      { people: crowd, envelopes: rounds + 1, shares: SHARES, drawRule },
    );
    const tokens = scene.people.flatMap(({ token }, index) =>
      index % DOUBLE_TAP_EVERY === 0 ? [token, token] : [token],
    );
    const server = await startBenchServer(databaseUrl);
    const ratios: number[] = [];
    const stormsMs: number[] = [];
    const floorsMs: number[] = [];
    try {
      for (const [round, envelope] of scene.envelopes.entries()) {
        const floorMs = await callNoop(server.url, tokens);
        const expected = drawRule === "instant" ? SHARES : crowd;
        const stormMs = await storm(server.url, tokens, { ...envelope, expected });
        console.log(
          `${round === 0 ? "warm-up" : `round ${round}`}: storm ${stormMs.toFixed(0)} ms, no-op ${floorMs.toFixed(0)} ms`,
        );
        // The first round is a warm-up.
        if (round === 0) continue;
        stormsMs.push(stormMs);
        floorsMs.push(floorMs);
        ratios.push(stormMs / floorMs);
      }
    } finally {
      await server.stop();
    }
    const faults = await findFaults(databaseUrl, scene, drawRule);
    for (const fault of faults) console.log(fault);
    return [
      {
        name: `storm of ${tokens.length} ${drawRule === "instant" ? "calls" : "entries into a draw"} on ${SHARES} shares`,
        measured: `${median(stormsMs).toFixed(0)} ms, ${CONNECTIONS} connections`,
        floor: `GET user/lang by the same callers ${median(floorsMs).toFixed(0)} ms`,
        value: median(ratios),
        bar: { atMost: 0.9 },
        unit: "×",
      },
      {
        name:
          drawRule === "instant"
            ? `exactly ${SHARES} winners and a sound ledger after every storm`
            : "everybody is in each draw once, in one chain, and the books are sound",
        measured: `${scene.envelopes.length} envelopes audited`,
        floor: null,
        value: faults.length,
        bar: { atMost: 0 },
        unit: "faults",
      },
    ];
  });
}

async function callNoop(url: string, tokens: readonly string[]): Promise<number> {
  const requests = tokens.map((token): LoadRequest => ({ method: "GET", path: "/api/v1/user/lang", token }));
  const { durationMs, answers } = await runLoad({ url, connections: CONNECTIONS, requests });
  if (answers["200"] !== tokens.length) throw new Error(`the no-op was refused: ${JSON.stringify(answers)}`);
  return durationMs;
}

async function storm(
  url: string,
  tokens: readonly string[],
  { envelopeId, passphrase, expected }: ClaimScene["envelopes"][number] & { expected: number },
): Promise<number> {
  const path = "/api/v1/redpackage/acceptRedEnvelope";
  const requests = tokens.map((token): LoadRequest => ({
    method: "POST",
    path,
    token,
    body: { envelopeId, passphrase },
  }));
  const { durationMs, answers } = await runLoad({ url, connections: CONNECTIONS, requests });
  const { "200": won = 0, "200 alreadyClaimed": again = 0, "409 soldOut": late = 0 } = answers;
  if (won !== expected || won + again + late !== tokens.length)
    throw new Error(`a storm went wrong: ${JSON.stringify(answers)}`);
  return durationMs;
}

/** Checks for exactly one winner per share, or that everybody is in the draw, and runs the auditor. */
async function findFaults(databaseUrl: string, { envelopes, people }: ClaimScene, rule: DrawRule): Promise<string[]> {
  const database = await openDatabase({ databaseUrl }, { logger: silentLogger });
  try {
    if (rule === "together") {
      const all = database.kysely.selectFrom("envelope").select("entry_count").execute();
      const missing = (await all).filter(({ entry_count: entries }) => entries !== people.length);
      return [
        ...missing.map(({ entry_count: entries }) => `${entries} are in a draw`),
        ...(await findBreaches(database)),
      ];
    }
    const claims = await database.kysely.selectFrom("claim").select(["envelope_id", "tg_user_id", "slot"]).execute();
    const faults = envelopes.flatMap(({ envelopeId }) => {
      const own = claims.filter((claim) => claim.envelope_id === envelopeId);
      const winners = new Set(own.map((claim) => claim.tg_user_id)).size;
      const slots = new Set(own.map((claim) => claim.slot)).size;
      return winners === SHARES && slots === SHARES ? [] : [`${envelopeId} has ${winners} winners of ${slots} shares`];
    });
    return [...faults, ...(await findBreaches(database))];
  } finally {
    await database.close();
  }
}
