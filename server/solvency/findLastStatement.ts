import type { Kysely } from "kysely";
import type { Statement } from "#domain/solvency/statement.ts";
import type { Schema } from "#server/db/schema.ts";
import { toStatement } from "./toStatement.ts";

/** The newest statement, or null before the first. */
export async function findLastStatement(database: Kysely<Schema>): Promise<Statement | null> {
  const row = await database
    .selectFrom("solvency_statement")
    .select(["body", "hash", "signature"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toStatement(row);
}
