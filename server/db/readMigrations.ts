import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import path from "node:path";

const FOLDER = fileURLToPath(new URL("migrations/", import.meta.url));

/** How a file is run; the second part of its name says it. */
const KINDS = {
  /** In one transaction. */
  "": "whole",
  /** One statement that changes some rows of a large table, repeated, each time committed, until it changes none. */
  ".batches": "batches",
  /** One `create index concurrently`, which PostgreSQL refuses inside a transaction. */
  ".concurrently": "concurrently",
} as const;
const FILE_NAME = /^\d{4}_[a-z0-9_]+(|\.batches|\.concurrently)\.sql$/;

export interface Migration {
  /** Of its file, e.g. `0001_initial.sql`. */
  name: string;
  kind: (typeof KINDS)[keyof typeof KINDS];
  sql: string;
  checksum: string;
}

/** Reads the migrations of a folder in their order. */
export async function readMigrations(folder: string = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const suffix = FILE_NAME.exec(name)?.[1] as keyof typeof KINDS | undefined;
      if (suffix === undefined) throw new Error(`${name} is not named like 0001_name.sql`);
      const sql = await readFile(path.join(folder, name), "utf8");
      return { name, kind: KINDS[suffix], sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}
