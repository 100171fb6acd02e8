import path from "node:path";
import { systemClock } from "#server/clock.ts";
import { type Database, DatabaseUnavailable } from "#server/db/database.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { type Logger, createLogger } from "#server/logger.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * Runs `use` on the database of DATABASE_URL, or on the local one in DATA_DIR, also while a server is on it.
 * @throws DatabaseUnavailable where there is none
 */
export async function withDatabase<Result>(
  { env, warn }: Pick<Surroundings, "env" | "warn">,
  use: (database: Database, logger: Logger) => Promise<Result>,
): Promise<Result> {
  const given = env["DATABASE_URL"] ?? "";
  const local = given === "" ? await openLocal(path.resolve(env["DATA_DIR"] ?? "data")) : null;
  try {
    const logger = createLogger({ level: "error", clock: systemClock, secrets: [], write: warn });
    const database = await openDatabase({ databaseUrl: local?.url ?? given }, { logger, isTool: true });
    try {
      return await use(database, logger);
    } finally {
      await database.close();
    }
  } finally {
    await local?.stop();
  }
}

async function openLocal(dataDir: string) {
  // Not part of a production install's way.
  const { openLocalDatabase } = await import("#devnet/postgres/database.ts");
  return openLocalDatabase(dataDir).catch((error: unknown) => {
    throw new DatabaseUnavailable("unreachable", error instanceof Error ? error.message : String(error));
  });
}
