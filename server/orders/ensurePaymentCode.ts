import type { App } from "#server/app.ts";
import { hashKeyed } from "#server/crypto/hashKeyed.ts";
import { sealText } from "#server/crypto/sealText.ts";
import type { DataOf } from "#server/calls/handler.ts";
import { findLivePaymentCode } from "./findLivePaymentCode.ts";
import { formatPaymentUrl } from "./formatPaymentUrl.ts";

const CODE_BYTES = 24;

/**
 * Returns the user's live payment code, or creates one if none lives long enough for a payment; an older one stays
 * valid until it expires. Only its owner may see it.
 */
export async function ensurePaymentCode(app: App, tgUserId: bigint): Promise<DataOf<"paymentCode">> {
  const live = await findLivePaymentCode(app, tgUserId);
  const { config, random } = app;
  const now = app.clock.now();
  // Ten minutes of the usual thirty.
  const shortestMs = config.paymentCodeTtlMs / 3;
  if (live !== null && Date.parse(live.expiresAt) - now.getTime() >= shortestMs) return live;

  const code = Buffer.from(random.bytes(CODE_BYTES)).toString("base64url");
  const expiresAt = new Date(now.getTime() + config.paymentCodeTtlMs);
  const [codeHash] = hashKeyed(config.appSecrets, "paymentCode.hash", code);
  await app.database.kysely
    .insertInto("payment_code")
    .values({
      code_hash: codeHash,
      code_cipher: sealText(config.appSecrets, "paymentCode.seal", String(tgUserId), code, random),
      tg_user_id: tgUserId,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  const { lang } = await app.database.kysely
    .selectFrom("tg_user")
    .select("lang")
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  return {
    externalPaymentCode: code,
    paymentUrl: formatPaymentUrl(config.publicUrl, code, lang),
    expiresAt: expiresAt.toISOString(),
  };
}
