import type { Invariant } from "./invariant.ts";
import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { DrawRule } from "#domain/envelope/validateSend.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { writeCanonicalJson } from "#domain/canonicalJson.ts";
import type { Statement, StatementBody } from "#domain/solvency/statement.ts";
import { verifyStatements } from "#domain/solvency/verifyStatements.ts";
import { commitDraw } from "#server/crypto/commitDraw.ts";
import { isSignedInHex } from "#server/crypto/ed25519.ts";

/** What must hold of the proofs that people get: of each draw, and of what the treasury holds. */
export const PROOF_INVARIANTS: readonly Invariant[] = [
  { name: "every commitment is the hash of its salt and shares", findBreaches: findWrongCommitments },
  { name: "the statements of solvency are one unbroken, signed chain", findBreaches: findBrokenStatements },
];

const PAGE = 500;

interface OpenedRow {
  envelope_id: string;
  coin_type: CoinType;
  commitment: string | null;
  salt: Buffer | null;
  draw_rule: DrawRule;
  shares: string[];
}

/** Finds opened envelopes whose commitment is not the hash of their salt and shares. */
async function findWrongCommitments(client: PoolClient): Promise<readonly string[]> {
  const wrong: string[] = [];
  let after = "";
  for (;;) {
    const { rows } = await client.query<OpenedRow>(
      `select e.envelope_id, e.coin_type, e.commitment, e.salt, e.draw_rule,
         array(select s.amount_base::text from share s where s.envelope_id = e.envelope_id order by s.slot) as shares
       from envelope e where e.opened_at is not null and e.envelope_id > $1 order by e.envelope_id limit ${PAGE}`,
      [after],
    );
    for (const row of rows) if (hashRow(row) !== row.commitment) wrong.push(row.envelope_id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return wrong;
    after = last.envelope_id;
  }
}

function hashRow(row: OpenedRow): string | undefined {
  if (row.salt === null) return undefined;
  const { baseDecimals } = COINS[row.coin_type];
  const shares = row.shares.map((share) => formatAmount(BigInt(share), baseDecimals));
  const record = { envelopeId: row.envelope_id, salt: row.salt.toString("hex"), shares };
  return commitDraw(record, row.draw_rule);
}

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
async function findBrokenStatements(client: PoolClient): Promise<readonly string[]> {
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
