import path from "node:path";
import { DatabaseUnavailable } from "#server/db/databaseUnavailable.ts";

/**
 * Runs `use` with the settings' DATABASE_URL, or with that of the local database in DATA_DIR, also while a server is on it.
 * @throws DatabaseUnavailable where there is none
 */
export async function withDatabaseUrl<Result>(use: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const given = process.env["DATABASE_URL"] ?? "";
  if (given !== "") return use(given);
  // Not part of a production install's way.
  const { openLocalDatabase } = await import("#devnet/postgres/database.ts");
  const local = await openLocalDatabase(path.resolve(process.env["DATA_DIR"] ?? "data")).catch((error: unknown) => {
    throw new DatabaseUnavailable("unreachable", error instanceof Error ? error.message : String(error));
  });
  try {
    return await use(local.url);
  } finally {
    await local.stop();
  }
}
