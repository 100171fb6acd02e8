import { createHash } from "node:crypto";
import { sql } from "kysely";
import { writeCanonicalJson } from "#domain/canonicalJson.ts";
import type { Statement, StatementBody } from "#domain/solvency/statement.ts";
import type { SigningKey } from "#server/crypto/signingKey.ts";
import type { Database } from "#server/db/database.ts";
import { findLastStatement } from "./findLastStatement.ts";

/** Links, signs and stores a statement, unless its day has one already. */
export async function appendStatement(
  { kysely }: Database,
  key: SigningKey,
  figures: Pick<StatementBody, "day" | "madeAt" | "coins">,
): Promise<Statement | null> {
  return kysely.transaction().execute(async (trx) => {
    await sql`lock table solvency_statement in share row exclusive mode`.execute(trx);
    const last = await findLastStatement(trx);
    if (last !== null && last.day >= figures.day) return null;
    const content: StatementBody = {
      ...figures,
      number: (last?.number ?? 0) + 1,
      previousHash: last?.hash ?? null,
      publicKey: key.publicKey,
    };
    const body = writeCanonicalJson(content);
    const hash = createHash("sha256").update(body).digest("hex");
    const signature = key.sign(hash);
    await trx
      .insertInto("solvency_statement")
      .values({
        number: content.number,
        day: content.day,
        body,
        previous_hash: content.previousHash,
        hash,
        signature,
      })
      .execute();
    return { ...content, hash, signature };
  });
}
