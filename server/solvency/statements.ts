import { type Kysely, sql } from "kysely";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeCanonicalJson } from "#domain/canonicalJson.ts";
import { nextDay } from "#domain/solvency/nextDay.ts";
import type { Statement, StatementBody } from "#domain/solvency/statement.ts";
import type { App } from "#server/app.ts";
import { readSigningKey, type SigningKey } from "#server/crypto/ed25519.ts";
import type { Database } from "#server/db/database.ts";
import { readState, writeState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { DataOf, Handler } from "#server/calls/handler.ts";
import { paginate, readCursor, writeCursor } from "#server/calls/pages.ts";
import { growTrees } from "./growTrees.ts";
import { readCoins } from "./readCoins.ts";

/** A stored statement as it is published. */
function toStatement(row: { body: string; hash: string; signature: string }): Statement {
  const { body, hash, signature } = row;
  return { ...(JSON.parse(body) as StatementBody), hash, signature };
}

/** The newest statement, or null before the first. */
async function findLastStatement(database: Kysely<Schema>): Promise<Statement | null> {
  const row = await database
    .selectFrom("solvency_statement")
    .select(["body", "hash", "signature"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toStatement(row);
}

/** Links, signs and stores a statement, unless its day has one already. `makeCoins` is not called then. */
export async function appendStatement(
  { kysely }: Database,
  key: SigningKey,
  time: Pick<StatementBody, "day" | "madeAt" | "verifierHash">,
  makeCoins: (trx: Kysely<Schema>, number: number) => Promise<StatementBody["coins"]>,
): Promise<Statement | null> {
  return kysely.transaction().execute(async (trx) => {
    await sql`lock table solvency_statement in share row exclusive mode`.execute(trx);
    const last = await findLastStatement(trx);
    if (last !== null && last.day >= time.day) return null;
    const number = (last?.number ?? 0) + 1;
    const content: StatementBody = {
      ...time,
      number,
      coins: await makeCoins(trx, number),
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

/** Of the page that checks draws, as it is served; null where the app is not built. */
async function hashVerifier(distDir: string): Promise<string | null> {
  const page = await readFile(join(distDir, "verify.html")).catch(() => null);
  return page === null ? null : createHash("sha256").update(page).digest("hex");
}

/** How long a day's statement waits for a chain that cannot be read. */
const PATIENCE_MS = 3_600_000;
/** In `job_state`: when the newest statement was tried first. */
const TRIED = "statementTried";

/** Publishes one signed statement of each UTC day, as soon as it can be made. Days before it that have none get an empty one. */
export const makeStatements: Job = {
  name: "makeStatements",
  intervalMs: 5_000,
  async run(app, signal) {
    const { config, clock, clockGuard, database, logger, random } = app;
    if (config.statementKey === null) return;
    const last = await findLastStatement(database.kysely);
    if (last !== null && last.day >= toDay(clock.now())) return;
    const madeAt = await clockGuard.readTrustedTime();
    if (madeAt === null) return;
    const key = readSigningKey(config.statementKey);
    const today = toDay(madeAt);
    const time = { madeAt: madeAt.toISOString(), verifierHash: await hashVerifier(config.distDir) };
    for (let day = last === null ? today : nextDay(last.day); day < today; day = nextDay(day)) {
      await appendStatement(database, key, { ...time, day }, async () => []);
    }
    const coins = await readCoins(app, { since: new Date(today), isPatient: await isWorthWaiting(app, madeAt) });
    if (coins === null) return;
    const grow = (trx: Kysely<Schema>, number: number) => growTrees(trx, { number, coins, random, signal });
    if ((await appendStatement(database, key, { ...time, day: today }, grow)) === null) return;
    await forgetGone(database);
    const unread = coins.map(({ figures }) => figures).filter(({ treasuryBalance }) => treasuryBalance === null);
    for (const { coinType } of unread) {
      logger.warn({ coinType }, "the day's statement of solvency has no balance: the chain could not be read");
    }
  },
};

/** Those who left while the trees grew have nothing to look for in them. */
async function forgetGone({ kysely }: Database): Promise<void> {
  await sql`
    delete from solvency_leaf l where not exists (select from tg_user u where u.tg_user_id = l.tg_user_id)
  `.execute(kysely);
}

/** Whether the day's first try is not long ago. */
async function isWorthWaiting({ database: { kysely } }: App, now: Date): Promise<boolean> {
  const tried = await readState(kysely, TRIED);
  if (tried !== null && toDay(new Date(tried)) === toDay(now)) return now.getTime() - Date.parse(tried) < PATIENCE_MS;
  await writeState(kysely, TRIED, now.toISOString());
  return true;
}

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

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
