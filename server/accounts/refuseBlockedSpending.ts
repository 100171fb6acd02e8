import type { Kysely } from "kysely";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { ApiError } from "#server/calls/apiError.ts";

/** Throws spendingBlocked with the time left while the person's payouts and payments from the balance are blocked. */
export async function refuseBlockedSpending(
  trx: Kysely<Schema>,
  { clock }: Pick<App, "clock">,
  tgUserId: bigint,
): Promise<void> {
  const { spending_blocked_until: until } = await trx
    .selectFrom("tg_user")
    .select("spending_blocked_until")
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  const leftMs = (until?.getTime() ?? 0) - clock.now().getTime();
  if (leftMs > 0) throw new ApiError("spendingBlocked", { retryAfterSeconds: Math.ceil(leftMs / 1000) });
}
