import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import { writeCanonicalJson } from "#domain/canonicalJson.ts";
import type { Statement, StatementBody } from "#domain/solvency/statement.ts";
import { verifyStatements } from "#domain/solvency/verifyStatements.ts";
import { isSignedInHex } from "#server/crypto/ed25519.ts";

interface StatementRow {
  number: number;
  day: string;
  body: string;
  previous_hash: string | null;
  hash: string;
  signature: string;
}

/**
 * Finds published statements of solvency that were changed, or that do not follow the one before. What they say of the
 * treasury is history: a shortfall is no breach of the chain.
 */
export async function findBrokenStatements(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<StatementRow>(
    `select number, day::text as day, body, previous_hash, hash, signature from solvency_statement order by number desc`,
  );
  const first = rows.at(-1);
  const misfits = rows.filter(isMisfit).map(({ number }) => `${number}: columns`);
  if (first !== undefined && first.number !== 1) misfits.push(`${first.number}: order`);
  const findings = await verifyStatements(rows.map(toStatement), {
    sha256: async (bytes) => createHash("sha256").update(bytes).digest(),
    isSigned: async (message, signature, publicKey) => isSignedInHex(message, signature, publicKey),
  });
  const broken = findings.filter(({ fault }) => fault !== "cover");
  return [...misfits, ...broken.map(({ number, fault }) => `${number}: ${fault}`)];
}

function toStatement({ body, hash, signature }: StatementRow): Statement {
  return { ...(JSON.parse(body) as StatementBody), hash, signature };
}

/** Whether the columns are not those of the text. */
function isMisfit({ number, day, body, previous_hash: previousHash }: StatementRow): boolean {
  const content = JSON.parse(body) as StatementBody;
  const isSame = content.number === number && content.day === day && content.previousHash === previousHash;
  return !isSame || writeCanonicalJson(content) !== body;
}
