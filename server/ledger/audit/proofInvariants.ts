import { fromSql, type Invariant } from "./invariant.ts";
import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import { COINS, type CoinType } from "#domain/coins.ts";
import { nameKey } from "#domain/draw/drawKey.ts";
import { type DrawLeaf, type DrawRootBody, joinDraws } from "#domain/draw/drawRoot.ts";
import { hashBody } from "#domain/draw/isSignedBody.ts";
import type { DrawRule } from "#domain/envelope/validateSend.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { writeCanonicalJson } from "#domain/canonicalJson.ts";
import type { Statement, StatementBody } from "#domain/solvency/statement.ts";
import { verifyStatements } from "#domain/solvency/verifyStatements.ts";
import { commitDraw } from "#server/crypto/commitDraw.ts";
import { isSignedInHex } from "#server/crypto/ed25519.ts";

/** What must hold of the proofs that people get: of each draw, and of what the treasury holds. */
export const PROOF_INVARIANTS: readonly Invariant[] = [
  { name: "every commitment is the hash of its salt and shares", findBreaches: findWrongCommitments },
  fromSql(
    "entries of an envelope are one chain from its commitment and number of shares, and each window ends with the last head",
    `select format('%s place %s', n.envelope_id, n.place) as breach
     from (
       select n.*, lag(n.head, 1, sha256(decode(e.commitment, 'hex') || convert_to('shares:' || e.count, 'UTF8')))
         over (partition by n.envelope_id order by n.place) as before
       from entry n join envelope e on e.envelope_id = n.envelope_id
     ) n
     where n.head is distinct from sha256(n.before || convert_to(n.round || ':' || n.place || ':' || n.entry_id, 'UTF8'))
     union all
     select format('%s in round %s', w.envelope_id, w.round)
     from draw_window w
     where w.head is distinct from (
       select n.head from entry n where n.envelope_id = w.envelope_id and n.round = w.round order by n.place desc limit 1
     )`,
  ),
  fromSql(
    "a round that has a root decides the draws under it as they were, and no others",
    `select format('%s in round %s', coalesce(w.envelope_id, l.envelope_id), coalesce(w.round, l.round)) as breach
     from (select w.* from draw_window w join draw_root r on r.round = w.round) w
     full join (
       select r.round, l ->> 'envelopeId' as envelope_id, (l ->> 'entries')::integer as entries,
         decode(l ->> 'head', 'hex') as head, (l ->> 'round')::bigint as leaf_round
       from draw_root r cross join jsonb_array_elements(r.leaves) l
     ) l on l.round = w.round and l.envelope_id = w.envelope_id
     where (w.entries, w.head, w.round) is distinct from (l.entries, l.head, l.leaf_round) or w.closed_at is null`,
  ),
  { name: "every root of draws is over its leaves, and signed by the key of its month", findBreaches: findWrongRoots },
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

interface RootRow {
  round: bigint;
  body: string;
  signature: string;
  made_at: Date;
  leaves: DrawLeaf[];
  public_key: string | null;
}

/** Finds roots that are not what their row says, or that no key of their month signed. */
async function findWrongRoots(client: PoolClient): Promise<readonly string[]> {
  const wrong: string[] = [];
  let after = 0n;
  for (;;) {
    const { rows } = await client.query<RootRow>(
      `select r.*, k.public_key from draw_root r
       left join draw_key k on k.valid_from <= r.made_at and k.valid_until > r.made_at
       where r.round > $1 order by r.round limit ${PAGE}`,
      [after],
    );
    wrong.push(...rows.filter((row) => !isTrueRoot(row)).map(({ round }) => `round ${round}`));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return wrong;
    after = last.round;
  }
}

function isTrueRoot({ round, body, signature, made_at: madeAt, leaves, public_key: publicKey }: RootRow): boolean {
  const content = JSON.parse(body) as DrawRootBody;
  const isSame =
    BigInt(content.round) === round &&
    content.madeAt === madeAt.toISOString() &&
    content.draws === leaves.length &&
    content.root === joinDraws(leaves).root;
  if (!isSame || publicKey === null || content.keyId !== nameKey(publicKey)) return false;
  return isSignedInHex(Buffer.from(hashBody(content)).toString("hex"), signature, publicKey);
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
