import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import type { App } from "#server/app.ts";
import { addState, clearState, writeState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";

/** About what the endpoints of a chain can disagree beside a transfer, which keeps its own mark. */
type Disputed = "Block" | "Head" | "Payout";

export const nameDispute = (what: Disputed, subject: string) => `disputed${what}:${subject}`;

/** Marks that the endpoints disagree, for the operators' alarms. Answers whether it is new. */
export async function markDispute(
  { database }: Pick<App, "database">,
  what: Disputed,
  subject: string,
  value: string,
): Promise<boolean> {
  const name = nameDispute(what, subject);
  if (await addState(database.kysely, name, value)) return true;
  await writeState(database.kysely, name, value);
  return false;
}

/** Whether endpoints disagree about an outgoing transaction of the coin: then nothing else leaves. */
export async function isPayoutDisputed(database: Kysely<Schema>, coinType: CoinType): Promise<boolean> {
  const prefix = nameDispute("Payout", "");
  const { rows } = await sql`
    select from payout
    where coin_type = ${coinType} and status in (${sql.join(SIGNED_PAYOUTS)}) and payout_id = any (array(
      select substr(name, ${prefix.length + 1}::integer) from job_state where starts_with(name, ${prefix})))
    limit 1
  `.execute(database);
  return rows.length > 0;
}

export async function clearDispute(
  { database }: Pick<App, "database">,
  what: Disputed,
  subject: string,
): Promise<void> {
  await clearState(database.kysely, nameDispute(what, subject));
}
