import { type Kysely, sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { WALLET_TYPES } from "#domain/coins.ts";
import { chooseLanguage, toLanguage } from "#domain/language/language.ts";
import { readVipLevel } from "#domain/vipLevel.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { toPerson } from "#server/calls/person.ts";
import type { Schema } from "#server/db/schema.ts";
import { findLivePaymentCode } from "#server/orders/paymentCodes.ts";
import { lockRankings, readClaimedValue } from "#server/rankings/sumEnded.ts";
import { toWireLanguage } from "./language.ts";
import { readSpendingBlocks } from "./spendingBlocks.ts";
import { openEmail } from "./account.ts";
import type { MessengerUser } from "./verifyInitData.ts";

/** A deletion of many rows takes about a minute. */
const LEAVING_S = 10;

interface Sight {
  /** When the messenger signed this. */
  authDate: Date;
  at: Date;
}

/**
 * Stores the messenger's data of a person, and returns whether the person is new. Sets the language only at the first
 * login; the person may change it later. Launch data only grants write access, and only if the person has not changed
 * it since: the data is up to an hour old, and omits access that was given to the bot. Throws serviceUnavailable while
 * the deletion of the person's former account goes on.
 */
export async function upsertUser(
  database: Kysely<Schema>,
  user: MessengerUser,
  { authDate, at }: Sight,
): Promise<{ isNew: boolean }> {
  const seen = {
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    photo_url: user.photoUrl,
    updated_at: at,
  };
  const isGiven = user.allowsWriteToPm;
  const mayWrite = sql<boolean>`tg_user.allows_write_to_pm
    or ${isGiven} and coalesce(tg_user.write_access_changed_at < ${authDate}, true)`;
  const stored = await database
    .insertInto("tg_user")
    .values({
      ...seen,
      tg_user_id: user.id,
      lang: toWireLanguage(chooseLanguage(user.languageCode)),
      allows_write_to_pm: isGiven,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column("tg_user_id")
        .doUpdateSet({ ...seen, allows_write_to_pm: mayWrite })
        .where("tg_user.leaving_as", "is", null),
    )
    .returning(sql<boolean>`xmax = 0`.as("is_new"))
    .executeTakeFirst();
  if (stored === undefined) throw new ApiError("serviceUnavailable", { retryAfterSeconds: LEAVING_S });
  return { isNew: stored.is_new };
}

/** The caller's own account in wire form. */
export async function toUserItem(app: App, tgUserId: bigint): Promise<components["schemas"]["UserItem"]> {
  const { kysely } = app.database;
  const user = await kysely
    .selectFrom("tg_user")
    .selectAll()
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  const wallets = await kysely
    .selectFrom("wallet")
    .select(["type", "address"])
    .where("tg_user_id", "=", tgUserId)
    .where("unbound_at", "is", null)
    .execute();
  const [first] = WALLET_TYPES.flatMap((type) => wallets.filter((wallet) => wallet.type === type));
  const paymentCode = await findLivePaymentCode(app, tgUserId);
  return {
    tgUserId: Number(user.tg_user_id),
    name: toPerson(user, toLanguage(user.lang)).name,
    username: user.username,
    url: user.photo_url,
    lang: toWireLanguage(user.lang),
    email: openEmail(app.config, user),
    walletAddress: first?.address ?? null,
    externalPaymentCode: paymentCode?.externalPaymentCode ?? null,
    hasSecurityCode: user.security_code_hash !== null,
    vipLevel: readVipLevel(await readClaimedValue(kysely, tgUserId)),
    hideFromRanking: user.hides_from_ranking,
    allowNotifications: user.allows_notifications,
    spendingBlocks: await readSpendingBlocks(kysely, app, tgUserId),
  };
}

export const getUserInfo: Handler<"getUserInfo"> = async (call, app) => ({
  userItem: await toUserItem(app, call.user.tgUserId),
});

/**
 * Stores the given choices of the caller and leaves the others. Hiding removes the person from every ranking at once.
 */
export const updateUser: Handler<"updateUser"> = async ({ user: { tgUserId }, body }, app) => {
  const { hideFromRanking: isHidden, allowNotifications: isAllowed } = body;
  await app.database.kysely.transaction().execute(async (trx) => {
    if (isHidden !== undefined) await lockRankings(trx);
    await trx
      .updateTable("tg_user")
      .set({
        updated_at: app.clock.now(),
        ...(isHidden === undefined ? {} : { hides_from_ranking: isHidden }),
        ...(isAllowed === undefined ? {} : { allows_notifications: isAllowed }),
      })
      .where("tg_user_id", "=", tgUserId)
      .execute();
    if (isHidden === undefined) return;
    await trx
      .updateTable("ranking_sum")
      .set({ is_hidden: isHidden })
      .where("kind", "=", "user")
      .where("subject_id", "=", tgUserId)
      .where("is_hidden", "<>", isHidden)
      .execute();
  });
  return { userItem: await toUserItem(app, tgUserId) };
};
