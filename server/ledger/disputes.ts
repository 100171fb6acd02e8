import type { App } from "#server/app.ts";
import { clearState, writeState } from "#server/db/jobState.ts";

/** About what the endpoints of a chain can disagree beside a transfer, which keeps its own mark. */
type Disputed = "Block" | "Head" | "Payout";

export const nameDispute = (what: Disputed, subject: string) => `disputed${what}:${subject}`;

/** Marks that the endpoints disagree, for the operators' alarms. */
export async function markDispute(
  { database }: Pick<App, "database">,
  what: Disputed,
  subject: string,
  value: string,
): Promise<void> {
  await writeState(database.kysely, nameDispute(what, subject), value);
}

export async function clearDispute(
  { database }: Pick<App, "database">,
  what: Disputed,
  subject: string,
): Promise<void> {
  await clearState(database.kysely, nameDispute(what, subject));
}
