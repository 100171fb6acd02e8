import type { components } from "#contract/schema.d.ts";
import type { App } from "#server/app.ts";
import { openText } from "#server/crypto/openText.ts";
import { formatPaymentUrl } from "./formatPaymentUrl.ts";

/** The owner's live payment code for all orders that expires last, or null. Only the owner may see it. */
export async function findLivePaymentCode(
  app: App,
  tgUserId: bigint,
): Promise<components["schemas"]["PaymentCode"] | null> {
  const row = await app.database.kysely
    .selectFrom("payment_code")
    .innerJoin("tg_user", "tg_user.tg_user_id", "payment_code.tg_user_id")
    .select(["payment_code.code_cipher", "payment_code.expires_at", "tg_user.lang"])
    .where("payment_code.tg_user_id", "=", tgUserId)
    .where("payment_code.expires_at", ">", app.clock.now())
    .where("payment_code.prove_type", "is", null)
    .where("payment_code.order_id", "is", null)
    .orderBy("payment_code.expires_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const code = openText(app.config.appSecrets, "paymentCode.seal", String(tgUserId), row.code_cipher);
  return {
    externalPaymentCode: code,
    paymentUrl: formatPaymentUrl(app.config.publicUrl, code, row.lang),
    expiresAt: row.expires_at.toISOString(),
  };
}
