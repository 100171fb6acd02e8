import { type Kysely, type RawBuilder, sql } from "kysely";
import { ApiError } from "#server/calls/apiError.ts";
import type { Schema } from "#server/db/schema.ts";
import { type LaunchData, MAX_AGE_S, MAX_AHEAD_S } from "./verifyInitData.ts";

/** How long launch data of before a deletion may still be sent. */
export const DEPARTURE_KEPT_MS = (MAX_AGE_S + MAX_AHEAD_S) * 1_000;

/** The answer to a login to an account that is gone. */
export function refuseDeleted(): ApiError {
  return new ApiError("notAvailable", { messageKey: "errors:accountDeleted" });
}

/**
 * Throws notAvailable for launch data of before the person's account was deleted: whoever sends it may not know that,
 * and wants no new account. Launch data that logged in to it counts as such whatever the messenger's clock said.
 */
export async function refuseOldLaunch(
  trx: Kysely<Schema>,
  { user, authDate, launchHash }: Pick<LaunchData, "user" | "authDate" | "launchHash">,
): Promise<void> {
  const departure = await trx
    .selectFrom("departed_person")
    .select("tg_user_id")
    .where("tg_user_id", "=", user.id)
    // The messenger's times are whole seconds.
    .where(sql<boolean>`(date_trunc('second', deleted_at) > ${authDate} or ${launchHash} = any (launch_hashes))`)
    .limit(1)
    .executeTakeFirst();
  if (departure !== undefined) throw refuseDeleted();
}

/** Notes that an account is deleted, before its sessions go. */
export function noteDeparture({ tgUserId, at }: { tgUserId: bigint; at: Date }): RawBuilder<unknown> {
  return sql`
    insert into departed_person (tg_user_id, deleted_at, launch_hashes)
    select ${tgUserId}::bigint, ${at}::timestamptz, coalesce(array_agg(distinct launch_hash), '{}')
    from session where tg_user_id = ${tgUserId} and launch_hash is not null
      and created_at > ${new Date(at.getTime() - DEPARTURE_KEPT_MS)}`;
}
