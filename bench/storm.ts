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

/** Time in which one envelope answers a crowd, compared with the same number of calls that only read the language. */
export async function measureStorm({ crowd, rounds }: BenchOptions): Promise<readonly Figure[]> {
  return withDatabase(async (databaseUrl) => {
    const location = { databaseUrl };
    const scene = await prepareClaimScene(
      { location, environment: { DATABASE_URL: databaseUrl }, remove: async () => {} },
      { people: crowd, envelopes: rounds + 1, shares: SHARES },
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
        const stormMs = await storm(server.url, tokens, envelope);
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
    const faults = await findFaults(databaseUrl, scene);
    for (const fault of faults) console.log(fault);
    return [
      {
        name: `storm of ${tokens.length} calls on ${SHARES} shares`,
        measured: `${median(stormsMs).toFixed(0)} ms, ${CONNECTIONS} connections`,
        floor: `GET user/lang by the same callers ${median(floorsMs).toFixed(0)} ms`,
        value: median(ratios),
        bar: { atMost: 0.9 },
        unit: "×",
      },
      {
        name: `exactly ${SHARES} winners and a sound ledger after every storm`,
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
  { envelopeId, passphrase }: ClaimScene["envelopes"][number],
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
  if (won !== SHARES || won + again + late !== tokens.length)
    throw new Error(`a storm went wrong: ${JSON.stringify(answers)}`);
  return durationMs;
}

/** Checks for exactly one winner per share, and runs the auditor. */
async function findFaults(databaseUrl: string, { envelopes }: ClaimScene): Promise<string[]> {
  const database = await openDatabase({ databaseUrl }, { logger: silentLogger });
  try {
    const claims = await database.kysely.selectFrom("claim").select(["envelope_id", "tg_user_id", "slot"]).execute();
    const faults = envelopes.flatMap(({ envelopeId }) => {
      const own = claims.filter((claim) => claim.envelope_id === envelopeId);
      const people = new Set(own.map((claim) => claim.tg_user_id)).size;
      const slots = new Set(own.map((claim) => claim.slot)).size;
      return people === SHARES && slots === SHARES ? [] : [`${envelopeId} has ${people} winners of ${slots} shares`];
    });
    return [...faults, ...(await findBreaches(database))];
  } finally {
    await database.close();
  }
}
