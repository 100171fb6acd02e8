import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import pg from "pg";
import { fillOldVersion } from "./database/fillOldVersion.ts";
import { withClient, withDatabase } from "./database/withDatabase.ts";
import type { Figure } from "./figure.ts";
import type { BenchOptions } from "./options.ts";

/** What a process of the last version goes on doing meanwhile. */
const CLAIM_LIKE = "update envelope set claimed_count = claimed_count where envelope_id = 'old-1'";
const PAUSE_MS = 20;

/**
 * How long all migrations since the oldest kept version take in a grown database, and how long a process of that version
 * waits for a row meanwhile. The auditor runs afterwards.
 */
export async function measureUpgrade({ upgradeLines }: BenchOptions): Promise<readonly Figure[]> {
  return withDatabase(async (databaseUrl) => {
    await withClient(databaseUrl, (client) => fillOldVersion(client, upgradeLines));
    const pool = new pg.Pool({ connectionString: databaseUrl });
    const end = new AbortController();
    const waited = measureWaits(databaseUrl, end.signal);
    const startedAt = performance.now();
    const names = await migrate(pool, { logger: silentLogger });
    const seconds = (performance.now() - startedAt) / 1_000;
    end.abort();
    const longestWait = (await waited) / 1_000;
    await pool.end();
    const database = await openDatabase({ databaseUrl }, { logger: silentLogger });
    try {
      await requireSoundBooks(database);
    } finally {
      await database.close();
    }
    const lines = upgradeLines.toLocaleString("en");
    return [
      {
        name: "upgrade of a grown database",
        measured: `${names.length} migrations over ${lines} ledger lines in ${seconds.toFixed(1)} s`,
        floor: null,
        value: seconds,
        bar: { atMost: 120 },
        unit: "s",
      },
      {
        name: "longest wait of the last version during an upgrade",
        measured: `a row of an envelope was free again after ${longestWait.toFixed(1)} s`,
        floor: null,
        value: longestWait,
        bar: { atMost: 10 },
        unit: "s",
      },
    ];
  });
}

/** In milliseconds. */
function measureWaits(databaseUrl: string, signal: AbortSignal): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    let longest = 0;
    while (!signal.aborted) {
      const startedAt = performance.now();
      await client.query(CLAIM_LIKE);
      longest = Math.max(longest, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return longest;
  });
}
