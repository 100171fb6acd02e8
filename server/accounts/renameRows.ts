import { type Kysely, type RawBuilder, sql } from "kysely";
import { COIN_TYPES } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { FREEZE_SCOPES } from "#server/limits/freezes.ts";
import { workOnDue } from "#server/outbox/failedWork.ts";
import { lockRankings } from "#server/rankings/sumEnded.ts";
import type { Person } from "./forgetPerson.ts";

type Renamed = Pick<Person, "tgUserId" | "pseudonym">;

/** Lines of the ledger in one statement, which takes well below a second. */
const MOST_LINES = 10_000;
/** Who has more is left to the job. */
const MOST_AT_ONCE = 5_000n;

/** Whether the rows are so few that the deletion itself renames them. */
export async function hasFewLines(trx: Kysely<Schema>, tgUserId: bigint): Promise<boolean> {
  const { lines } = await trx
    .selectFrom("account_total")
    .select((select) => select.fn.sum<bigint | null>("entry_count").as("lines"))
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  return (lines ?? 0n) <= MOST_AT_ONCE;
}

/**
 * Puts the pseudonym of a leaving person into all rows, and deletes the person: no other row names it then. All in one
 * transaction, so the books are right before and after; the lines, which nobody else writes, come first, and in
 * statements of some each. Only then the rankings wait.
 */
export async function renameRows(trx: Kysely<Schema>, person: Renamed): Promise<void> {
  for (const coinType of COIN_TYPES) {
    const accounts = { from: ACCOUNTS.user(person.tgUserId, coinType), to: ACCOUNTS.user(person.pseudonym, coinType) };
    await renameLines(trx, accounts);
  }
  await lockRankings(trx);
  for (const statement of listRenamings(person)) await statement.execute(trx);
}

async function renameLines(trx: Kysely<Schema>, { from, to }: { from: string; to: string }): Promise<void> {
  let isAfter = sql`true`;
  for (;;) {
    const { rows } = await sql<{ created_at: Date; transaction_id: string }>`
      select created_at, transaction_id from ledger_entry where account = ${from} and ${isAfter}
      order by created_at, transaction_id offset ${MOST_LINES - 1} limit 1
    `.execute(trx);
    const [last] = rows;
    const isPart =
      last === undefined
        ? sql`true`
        : sql`(created_at, transaction_id) <= (${last.created_at}, ${last.transaction_id})`;
    await sql`update ledger_entry set account = ${to} where account = ${from} and ${isAfter} and ${isPart}`.execute(
      trx,
    );
    if (last === undefined) return;
    isAfter = sql`(created_at, transaction_id) > (${last.created_at}, ${last.transaction_id})`;
  }
}

function listRenamings({ tgUserId, pseudonym }: Renamed): RawBuilder<unknown>[] {
  const rename = (table: string, column = "tg_user_id") =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${pseudonym} where ${sql.ref(column)} = ${tgUserId}`;
  return [
    sql`update envelope set sender_id = ${pseudonym}, remark = '', passphrase_cipher = case when passphrase_cipher is not null then ''::bytea end
      where sender_id = ${tgUserId}`,
    rename("claim"),
    rename("entry"),
    rename("payment_order"),
    rename("payout"),
    rename("chain_transfer"),
    rename("account_total"),
    rename("ranked_share", "sender_id"),
    rename("ranked_share", "claimer_id"),
    // Who comes back with a new account is no other claimer.
    sql`delete from group_claimer where tg_user_id = ${tgUserId}`,
    // Nobody looks for it in the tree any more.
    sql`delete from solvency_leaf where tg_user_id = ${tgUserId}`,
    sql`update ranking_sum set subject_id = ${pseudonym} where kind = 'user' and subject_id = ${tgUserId}`,
    sql`update operator_action set tg_user_id = case when tg_user_id is not null then ${pseudonym}::bigint end,
        subject = case when subject = ${FREEZE_SCOPES.person(tgUserId)} then ${FREEZE_SCOPES.person(pseudonym)} else subject end
      where tg_user_id = ${tgUserId} or (tg_user_id is null and subject = ${FREEZE_SCOPES.person(tgUserId)})`,
    sql`delete from tg_user where tg_user_id = ${tgUserId}`,
  ];
}

/** Ends the deletion of accounts with many rows. One that is cut off begins anew. */
export const finishDepartures: Job = {
  name: "finishDepartures",
  intervalMs: 1_000,
  async run(app, signal) {
    const leaving = await app.database.kysely
      .selectFrom("tg_user")
      .select(["tg_user_id", "leaving_as"])
      .where("leaving_as", "is not", null)
      .orderBy("updated_at")
      .execute();
    for (const { tg_user_id: tgUserId, leaving_as: pseudonym } of leaving) {
      if (signal.aborted) return;
      if (pseudonym !== null) await finish(app, { tgUserId, pseudonym });
    }
  },
};

function finish(app: App, person: Renamed): Promise<void> {
  return workOnDue(app, "finishDepartures", String(person.pseudonym), () =>
    transact(app.database.kysely, (trx) => renameRows(trx, person)),
  );
}
