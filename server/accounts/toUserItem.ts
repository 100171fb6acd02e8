import type { components } from "#contract/schema.d.ts";
import { WALLET_TYPES } from "#domain/coins.ts";
import { readVipLevel } from "#domain/vipLevel.ts";
import type { App } from "#server/app.ts";
import { toPerson } from "#server/calls/toPerson.ts";
import { findLivePaymentCode } from "#server/orders/paymentCodes.ts";
import { readClaimedValue } from "#server/rankings/readClaimedValue.ts";
import { readSpendingBlocks } from "./spendingBlocks.ts";
import { toWireLanguage } from "./toWireLanguage.ts";

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
    name: toPerson(user).name,
    username: user.username,
    url: user.photo_url,
    lang: toWireLanguage(user.lang),
    email: user.email,
    walletAddress: first?.address ?? null,
    externalPaymentCode: paymentCode?.externalPaymentCode ?? null,
    hasSecurityCode: user.security_code_hash !== null,
    vipLevel: readVipLevel(await readClaimedValue(kysely, tgUserId)),
    hideFromRanking: user.hides_from_ranking,
    allowNotifications: user.allows_notifications,
    spendingBlocks: await readSpendingBlocks(kysely, app, tgUserId),
  };
}
