import pg from "pg";
import { startDatabase } from "#devnet/postgres/database.ts";

/** Commits one number after the other to the folder given and prints each once it is acknowledged. */
const [dataDir, first] = process.argv.slice(2);
if (dataDir === undefined || first === undefined) throw new Error("usage: commitForever.process.ts <dataDir> <first>");
const { url } = await startDatabase(dataDir);
const pool = new pg.Pool({ connectionString: url });
await pool.query("create table if not exists commit (number bigint primary key)");
for (let number = Number(first); ; number += 1) {
  await pool.query("insert into commit values ($1)", [number]);
  process.stdout.write(`${number}\n`);
}
