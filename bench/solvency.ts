import { monitorEventLoopDelay } from "node:perf_hooks";
import { systemRandom } from "#server/random.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { readSigningKey } from "#server/crypto/ed25519.ts";
import { readBalances } from "#server/solvency/balances.ts";
import { growTrees } from "#server/solvency/growTrees.ts";
import { appendStatement } from "#server/solvency/statements.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import type { CoinStatement } from "#domain/solvency/statement.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { withClient, withDatabase } from "./database/withDatabase.ts";
import type { Figure } from "./figure.ts";
import type { BenchOptions } from "./options.ts";

const MOST_S = 20;
const MOST_PAUSE_MS = 100;
const MS_PER_NS = 1e-6;
const MIB = 2 ** 20;

/** How long the trees of a statement take, from reading who has what until all is stored, and how long others wait meanwhile. */
export function measureSolvency({ people }: BenchOptions): Promise<readonly Figure[]> {
  return withDatabase(async (databaseUrl) => {
    await withClient(databaseUrl, (client) =>
      client.query(
        `insert into account_total (tg_user_id, coin_type, balance_base)
         select n, 'eth', n * 1234567890123::numeric from generate_series(1, $1::integer) n`,
        [people],
      ),
    );
    const database = await openDatabase({ databaseUrl }, { logger: silentLogger });
    const delays = monitorEventLoopDelay({ resolution: 5 });
    const startedMs = performance.now();
    const startedCpu = process.cpuUsage();
    let mostBytes = 0;
    const memoryBefore = process.memoryUsage().rss;
    const watch = setInterval(() => void (mostBytes = Math.max(mostBytes, process.memoryUsage().rss)), 50);
    delays.enable();
    try {
      const balances = await database.kysely.transaction().execute((trx) => readBalances(trx, "eth"));
      const owedBase = (BigInt(people) * BigInt(people + 1) * 1_234_567_890_123n) / 2n;
      const figures = { coinType: "eth", owed: { people: formatAmount(owedBase, 18) } } as CoinStatement;
      const day = { day: "2026-11-20", madeAt: "2026-11-20T00:00:00.000Z" };
      await appendStatement(database, readSigningKey("1".repeat(64)), day, (trx, number) =>
        growTrees(trx, {
          number,
          coins: [{ figures, balances }],
          random: systemRandom,
          signal: new AbortController().signal,
        }),
      );
    } finally {
      clearInterval(watch);
      delays.disable();
      await database.close();
    }
    const tookS = (performance.now() - startedMs) / 1000;
    const { user, system } = process.cpuUsage(startedCpu);
    const cpuS = (user + system) / 1e6;
    const pauseMs = delays.max * MS_PER_NS;
    const size = `${people.toLocaleString("en")} people with one coin`;
    return [
      {
        name: "trees of a statement of solvency",
        measured: `${tookS.toFixed(1)} s for ${size}, ${cpuS.toFixed(1)} s of them of the server's processor, ${Math.round((mostBytes - memoryBefore) / MIB)} MiB more memory`,
        floor: null,
        value: tookS,
        bar: { atMost: MOST_S },
        unit: "s",
      },
      {
        name: "longest wait of others meanwhile",
        measured: `${pauseMs.toFixed(0)} ms at most, ${(delays.percentile(99) * MS_PER_NS).toFixed(0)} ms in 99 %`,
        floor: null,
        value: pauseMs,
        bar: { atMost: MOST_PAUSE_MS },
        unit: "ms",
      },
    ];
  });
}
