import { type ClaimScene, prepareClaimScene } from "#tests/support/claimScene.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { startQuietBotApi } from "#tests/support/quietBotApi.ts";
import { startServerProcess } from "#tests/support/serverProcess.ts";
import { type LoadRequest, runLoad } from "../../bench/load/load.ts";
import { median } from "../../bench/figure.ts";

const ROUNDS = 2;
const CONNECTIONS = 128;
const PEOPLE = 500;
const SCATTERED = { envelopes: 100, shares: 20 };
const CALLS = SCATTERED.envelopes * SCATTERED.shares;

const NAMES = ["scattered", "crowd", "sentList", "receivedList", "session"] as const;

/** Calls per second. */
type Rates = Record<(typeof NAMES)[number], number[]>;

/**
 * Prints what claims and lists reach on the cluster and, with the same servers and callers, on its coordinator alone. Both
 * take turns, since a machine is not equally busy all the time.
 */
export async function measureClaims(workerUrls: string): Promise<void> {
  const one = createRates();
  const citus = createRates();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await measureOn("", one);
    await measureOn(workerUrls, citus);
  }
  for (const name of NAMES) {
    const [left, right] = [median(one[name]), median(citus[name])];
    console.log(
      `${name}: one PostgreSQL ${left.toFixed(0)}/s, Citus ${right.toFixed(0)}/s, ${(right / left).toFixed(2)} ×`,
    );
  }
}

async function measureOn(workerUrls: string, rates: Rates): Promise<void> {
  process.env["TEST_CITUS_WORKERS"] = workerUrls;
  const measured = await measureRound();
  for (const name of NAMES) rates[name].push(measured[name]);
  const shown = NAMES.map((name) => `${name} ${measured[name].toFixed(0)}/s`);
  console.log(`${workerUrls === "" ? "one PostgreSQL" : "Citus"}: ${shown.join(", ")}`);
}

function createRates(): Rates {
  return { scattered: [], crowd: [], sentList: [], receivedList: [], session: [] };
}

async function measureRound(): Promise<Record<keyof Rates, number>> {
  const test = await createTestDatabase();
  const botApi = await startQuietBotApi();
  const scattered = await prepareClaimScene(test, {
    people: PEOPLE,
    envelopes: SCATTERED.envelopes + 1,
    shares: SCATTERED.shares,
  });
  const server = await startServerProcess({ ...test.environment, BOT_API_URL: botApi.url });
  try {
    const { people, envelopes } = scattered;
    const crowdTokens = people.map(({ token }) => token);
    const crowd = envelopes.at(-1);
    if (crowd === undefined) throw new Error("the scene is empty");
    const rate = async (requests: LoadRequest[]) => {
      const { durationMs } = await runLoad({ url: server.url, connections: CONNECTIONS, requests });
      return (requests.length * 1000) / durationMs;
    };
    const get = (path: string, count: number) =>
      Array.from({ length: count }, (_, index): LoadRequest => ({
        method: "GET",
        path,
        token: crowdTokens[index % crowdTokens.length] ?? "",
      }));
    const claims = Array.from({ length: CALLS }, (_, call) => {
      const { token = "" } = people[call % PEOPLE] ?? {};
      // Each next round over the people shifts by one, so that nobody asks twice for the same envelope.
      const envelope = envelopes[(call + Math.floor(call / PEOPLE)) % SCATTERED.envelopes];
      return toClaim(token, envelope ?? crowd);
    });
    return {
      scattered: await rate(claims),
      // Few win, and the others ask in vain.
      crowd: await rate(crowdTokens.flatMap((token) => [toClaim(token, crowd), toClaim(token, crowd)])),
      sentList: await rate(get("/api/v1/redpackage/allSendRecords?limit=20", 300)),
      receivedList: await rate(get("/api/v1/redpackage/history?limit=20", 300)),
      session: await rate(get("/api/v1/user/lang", 1_000)),
    };
  } finally {
    await server.stop();
    await botApi.stop();
    await test.remove();
  }
}

function toClaim(token: string, { envelopeId, passphrase }: ClaimScene["envelopes"][number]): LoadRequest {
  return { method: "POST", path: "/api/v1/redpackage/acceptRedEnvelope", token, body: { envelopeId, passphrase } };
}
