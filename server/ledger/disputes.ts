import type { App } from "#server/app.ts";

/** About what the endpoints of a chain can disagree beside a transfer, which keeps its own mark. */
type Disputed = "Block" | "Payout";

/** Marks in `job_state` that the endpoints disagree, for the operators' alarms. */
export async function markDispute(
  { database }: Pick<App, "database">,
  what: Disputed,
  subject: string,
  value: string,
): Promise<void> {
  await database.kysely
    .insertInto("job_state")
    .values({ name: `disputed${what}:${subject}`, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

export async function clearDispute(
  { database }: Pick<App, "database">,
  what: Disputed,
  subject: string,
): Promise<void> {
  await database.kysely.deleteFrom("job_state").where("name", "=", `disputed${what}:${subject}`).execute();
}
