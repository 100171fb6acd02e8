import { CLAIM_AND_CREDIT } from "#server/db/citus/claims.ts";
import { PACE } from "#server/outbox/queues.ts";
import { addOpenEnvelopes, PASSPHRASE, SHARES } from "./database/addOpenEnvelopes.ts";
import { addOrder, addPeople, tokenOf } from "./database/people.ts";
import { findPgbench, runPgbench } from "./database/runPgbench.ts";
import { withClient, withDatabase } from "./database/withDatabase.ts";
import type { Figure } from "./figure.ts";
import { runLoad } from "./load/runLoad.ts";
import { median } from "./median.ts";
import type { BenchOptions } from "./options.ts";
import { startBenchServer } from "./startBenchServer.ts";

const CONNECTIONS = 256;
/** The size of the server's pool. */
const PGBENCH_CLIENTS = 16;
/**
 * Person 1 sends, the others claim. Client i makes the claims i, i + clients, …, spread over the envelopes like those
 * over HTTP.
 */
const ASKED = [
  "array[:prefix || :number::text]",
  "array[:person::bigint]",
  "array[:prefix || 'claim' || :claim::text]",
  ":at::timestamptz",
  String(PACE.mostWaiting),
  String(PACE.gapMs),
];
const CLAIM_SCRIPT = `
\\set claim :n * :clients + :client_id
\\set n :n + 1
\\set number :claim % :envelopes
\\set person :claim + 2
${CLAIM_AND_CREDIT.replaceAll(/\$(\d)/g, (_, number) => ASKED[Number(number) - 1] ?? "")};
`;

/** Claims per second over HTTP, each by another user, compared with the same claims as bare statements of pgbench. */
export async function measureClaims({ claims, rounds, isQuick }: BenchOptions): Promise<readonly Figure[]> {
  // A quick run shows that the part works; the floor needs a program of the system.
  const hasFloor = !isQuick || findPgbench() !== null;
  const perRound = claims - (claims % (PGBENCH_CLIENTS * SHARES));
  return withDatabase(async (databaseUrl) => {
    const at = new Date();
    await withClient(databaseUrl, async (client) => {
      await addPeople(client, perRound + 1, at);
      await addOrder(client, at);
      // The first round of each is a warm-up.
      for (let round = 0; round <= rounds; round += 1) {
        await addOpenEnvelopes(client, `p${round}-`, perRound / SHARES, at);
        await addOpenEnvelopes(client, `h${round}-`, perRound / SHARES, at);
      }
      await client.query("vacuum analyze");
    });
    const server = await startBenchServer(databaseUrl);
    try {
      const bare: number[] = [];
      const served: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        bare.push(hasFloor ? await claimBare(databaseUrl, `p${round}-`, perRound, at) : Number.NaN);
        served.push(await claimOverHttp(server.url, `h${round}-`, perRound));
        const [floor, rate] = [bare.at(-1) ?? 0, served.at(-1) ?? 0];
        console.log(
          `${round === 0 ? "warm-up" : `round ${round}`}: ${rate.toFixed(0)}/s over HTTP, pgbench ${floor.toFixed(0)}/s`,
        );
      }
      await checkClaims(databaseUrl, perRound * (rounds + 1), hasFloor ? 2 : 1);
      const [floor, rate] = [median(bare.slice(1)), median(served.slice(1))];
      return [
        {
          name: "claims per second over HTTP",
          measured: `${rate.toFixed(0)}/s, ${perRound} claims a round, ${CONNECTIONS} connections`,
          floor: `pgbench ${floor.toFixed(0)}/s with ${PGBENCH_CLIENTS} clients`,
          value: rate / floor,
          bar: { atLeast: 1.7 },
          unit: "×",
        },
      ];
    } finally {
      await server.stop();
    }
  });
}

function claimBare(databaseUrl: string, prefix: string, claims: number, at: Date): Promise<number> {
  return runPgbench({
    databaseUrl,
    script: CLAIM_SCRIPT,
    variables: { n: 0, clients: PGBENCH_CLIENTS, envelopes: claims / SHARES, prefix, at: at.toISOString() },
    clients: PGBENCH_CLIENTS,
    transactionsPerClient: claims / PGBENCH_CLIENTS,
  });
}

async function claimOverHttp(url: string, prefix: string, claims: number): Promise<number> {
  const requests = Array.from({ length: claims }, (_, claim) => ({
    method: "POST" as const,
    path: "/api/v1/redpackage/acceptRedEnvelope",
    token: tokenOf(claim + 2),
    body: { envelopeId: `${prefix}${claim % (claims / SHARES)}`, passphrase: PASSPHRASE },
  }));
  const { durationMs, answers } = await runLoad({ url, connections: CONNECTIONS, requests });
  if (answers["200"] !== claims) throw new Error(`not every claim was won: ${JSON.stringify(answers)}`);
  return (claims / durationMs) * 1000;
}

/** Checks that what was counted really happened. */
async function checkClaims(databaseUrl: string, perSide: number, sides: number): Promise<void> {
  const expected = perSide * sides;
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ claims: string; ledger: string; open: string }>(`
      select (select count(*) from claim) as claims, (select sum(amount_base) from ledger_entry) as ledger,
        (select count(*) from envelope where status <> 'finished' and claimed_count > 0) as open
    `),
  );
  const [found] = rows;
  if (found?.claims !== String(expected) || found.ledger !== "0" || found.open !== "0") {
    throw new Error(`${expected} claims were expected, with a ledger of zero: ${JSON.stringify(found)}`);
  }
}
