import type { Kysely } from "kysely";
import type { WalletType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { DataOf } from "#server/calls/handler.ts";
import { hashKeyed } from "#server/crypto/hashKeyed.ts";
import { sealText } from "#server/crypto/sealText.ts";
import type { Schema } from "#server/db/schema.ts";
import { createSecretCode } from "./createSecretCode.ts";
import { formatPaymentUrl } from "./formatPaymentUrl.ts";

/** What a code is for: all orders of a user, or one purpose alone. */
interface CodePurpose {
  tgUserId: bigint;
  /** Only proves one wallet of this type. */
  proveType: WalletType | null;
  /** Only pays this order. */
  orderId: string | null;
}

/** Creates a payment code. Only its owner may see it. */
export async function createPaymentCode(
  database: Kysely<Schema>,
  { config, random, clock }: Pick<App, "config" | "random" | "clock">,
  { tgUserId, proveType, orderId }: CodePurpose,
): Promise<DataOf<"paymentCode">> {
  const now = clock.now();
  const code = createSecretCode(random);
  const expiresAt = new Date(now.getTime() + config.paymentCodeTtlMs);
  const [codeHash] = hashKeyed(config.appSecrets, "paymentCode.hash", code);
  await database
    .insertInto("payment_code")
    .values({
      code_hash: codeHash,
      code_cipher: sealText(config.appSecrets, "paymentCode.seal", String(tgUserId), code, random),
      tg_user_id: tgUserId,
      created_at: now,
      expires_at: expiresAt,
      prove_type: proveType,
      order_id: orderId,
    })
    .execute();
  const { lang } = await database
    .selectFrom("tg_user")
    .select("lang")
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  return {
    externalPaymentCode: code,
    paymentUrl: formatPaymentUrl(config.publicUrl, code, lang, proveType),
    expiresAt: expiresAt.toISOString(),
  };
}
