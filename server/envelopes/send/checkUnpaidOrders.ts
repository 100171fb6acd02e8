import type { Kysely } from "kysely";
import { OPEN_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { Schema } from "#server/db/schema.ts";
import { refuseLocked } from "#server/limits/attempts.ts";

const MAX_UNPAID = 20;

/**
 * Throws tooManyTries if the user has the maximum of unpaid orders. Locks the user's row, which serialises their sends.
 */
export async function checkUnpaidOrders(trx: Kysely<Schema>, tgUserId: bigint, at: Date): Promise<void> {
  await trx.selectFrom("tg_user").select("tg_user_id").where("tg_user_id", "=", tgUserId).forNoKeyUpdate().execute();
  const unpaid = await trx
    .selectFrom("payment_order")
    .select("expires_at")
    .where("tg_user_id", "=", tgUserId)
    .where("status", "in", OPEN_STATUSES)
    .where("expires_at", ">", at)
    .orderBy("expires_at")
    .execute();
  const [first] = unpaid;
  if (first === undefined || unpaid.length < MAX_UNPAID) return;
  throw refuseLocked(first.expires_at, at);
}
