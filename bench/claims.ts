import { CLAIM_AND_CREDIT } from "#server/db/citus/claims.ts";
import { PACE } from "#server/outbox/queues.ts";
import { addOrder, addPeople, tokenOf } from "./database/people.ts";
import { findPgbench, runPgbench } from "./database/runPgbench.ts";
import { withClient, withDatabase } from "./database/withDatabase.ts";
import { type Figure, median } from "./figure.ts";
import { runLoad } from "./load/load.ts";
import type { BenchOptions } from "./options.ts";
import { startBenchServer } from "./startBenchServer.ts";
import type pg from "pg";
import { toPassphraseKey } from "#domain/passphrase/toPassphraseKey.ts";
import { hashKeyed } from "#server/crypto/keyed.ts";
import { TEST_SETTINGS } from "#tests/support/testApp.ts";

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

const SHARES = 100;
const PASSPHRASE = "Good fortune";

/**
 * Opens envelopes `<prefix>0` to `<prefix><count - 1>` of person 1 with equal shares and one passphrase, ledger
 * included.
 */
async function addOpenEnvelopes(client: pg.Client, prefix: string, count: number, at: Date): Promise<void> {
  const [hash] = hashKeyed([TEST_SETTINGS.APP_SECRET], "passphrase.hash", toPassphraseKey(PASSPHRASE));
  await client.query(
    `insert into envelope (envelope_id, sender_id, status, type, coin_type, total_base, count, passphrase_hash,
       passphrase_cipher, order_id, best_base, created_at, opened_at, expires_at)
     select $1::text || n, 1, 'open', 'luckyDraw', 'eth', 1000000000000000000, $3, $4,
       '', 'order', 10000000000000000, $5, $5, $5::timestamptz + interval '1 day'
     from generate_series(0, $2::integer - 1) n`,
    [prefix, count, SHARES, hash, at],
  );
  await client.query(
    `insert into share (envelope_id, slot, amount_base)
     select $1::text || n, slot, 10000000000000000
     from generate_series(0, $2::integer - 1) n, generate_series(1, $3::integer) slot`,
    [prefix, count, SHARES],
  );
  await client.query(
    `insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at, home)
     select 'open:' || $1::text || n, line, 'open', case line when 1 then 'treasury:eth' else 'envelope:' || $1::text || n end,
       'eth', case line when 1 then -1000000000000000000 else 1000000000000000000 end, $3,
       $1::text || n
     from generate_series(0, $2::integer - 1) n, (values (1::smallint), (2::smallint)) as l (line)`,
    [prefix, count, at],
  );
  await client.query(
    `insert into account_total as t (tg_user_id, coin_type, balance_base, entry_count)
     values (holder_of('treasury'), 'eth', -1000000000000000000 * $1::numeric, $1::integer)
     on conflict (tg_user_id, coin_type) do update set balance_base = t.balance_base + excluded.balance_base,
       entry_count = t.entry_count + excluded.entry_count`,
    [count],
  );
}
