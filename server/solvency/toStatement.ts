import type { Statement, StatementBody } from "#domain/solvency/statement.ts";

/** A stored statement as it is published. */
export function toStatement(row: { body: string; hash: string; signature: string }): Statement {
  const { body, hash, signature } = row;
  return { ...(JSON.parse(body) as StatementBody), hash, signature };
}
