import { openDatabase } from "#server/db/openDatabase.ts";
import { silentLogger } from "./silentLogger.ts";

/** Commits one number after the other to the folder given and prints each once it is acknowledged. */
const [dataDir, first] = process.argv.slice(2);
if (dataDir === undefined || first === undefined) throw new Error("usage: commitForever.process.ts <dataDir> <first>");
const database = await openDatabase({ dataDir }, { logger: silentLogger });
for (let number = Number(first); ; number += 1) {
  await database.pool.query("insert into job_state (name, value) values ($1, $1)", [String(number)]);
  process.stdout.write(`${number}\n`);
}
