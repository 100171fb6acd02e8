import { ApiError } from "#server/calls/apiError.ts";
import type { DataOf, Handler } from "#server/calls/handler.ts";
import { paginate, readCursor, writeCursor } from "#server/calls/pages.ts";
import { readSigningKey } from "#server/crypto/signingKey.ts";
import { toStatement } from "./statements.ts";

type Item = DataOf<"solvency">["items"][number];

/** The signed statements, newest first. */
export const solvency: Handler<"solvency"> = async ({ query: { cursor, limit } }, { config, database }) => {
  const before = cursor === undefined ? null : readNumber(cursor);
  const rows = await database.kysely
    .selectFrom("solvency_statement")
    .select(["number", "body", "hash", "signature"])
    .$if(before !== null, (all) => all.where("number", "<", before ?? 0))
    .orderBy("number", "desc")
    .limit(limit + 1)
    .execute();
  const newest = await database.kysely
    .selectFrom("solvency_statement")
    .select((select) => select.fn.max("number").as("number"))
    .executeTakeFirst();
  const { page, nextCursor } = paginate(rows, { limit, toCursor: ({ number }) => writeCursor([String(number)]) });
  return {
    items: page.map((row) => toStatement(row) as Item),
    // Numbers have no gaps.
    total: newest?.number ?? 0,
    nextCursor,
    publicKey: config.statementKey === null ? null : readSigningKey(config.statementKey).publicKey,
  };
};

function readNumber(cursor: string): number {
  const [text = ""] = readCursor(cursor, 1);
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new ApiError("invalidRequest");
  return Number(text);
}
