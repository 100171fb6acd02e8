import type { App } from "#server/app.ts";
import { addState, clearState, writeState } from "#server/db/jobState.ts";

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

/** Whether the endpoints disagree about one of these. */
export async function isDisputed(
  { database }: Pick<App, "database">,
  what: Disputed,
  subjects: readonly string[],
): Promise<boolean> {
  if (subjects.length === 0) return false;
  const names = subjects.map((subject) => nameDispute(what, subject));
  const marks = database.kysely.selectFrom("job_state").select("name").where("name", "in", names);
  return (await marks.executeTakeFirst()) !== undefined;
}

export async function clearDispute(
  { database }: Pick<App, "database">,
  what: Disputed,
  subject: string,
): Promise<void> {
  await clearState(database.kysely, nameDispute(what, subject));
}
