import type { App } from "#server/app.ts";
import type { WalletType } from "#domain/coins.ts";
import { hashKeyed } from "#server/crypto/hashKeyed.ts";

export interface PaymentCodeHolder {
  tgUserId: bigint;
  codeHash: Buffer;
  /** False after its expiry: then it may only read and report on the orders it has shown. */
  isLive: boolean;
  expiresAt: Date;
  /** Set: the code only proves one wallet of this type. */
  proveType: WalletType | null;
  /** Set: the code only pays this order. */
  orderId: string | null;
}

/** Returns the holder of an external payment code; "ended" if it expired unused. */
export async function authenticatePaymentCode(
  app: App,
  code: string,
): Promise<PaymentCodeHolder | "unknown" | "ended"> {
  const row = await app.database.kysely
    .selectFrom("payment_code")
    .select(["code_hash", "tg_user_id", "expires_at", "used_at", "prove_type", "order_id"])
    .where("code_hash", "in", hashKeyed(app.config.appSecrets, "paymentCode.hash", code))
    .executeTakeFirst();
  if (row === undefined) return "unknown";
  const isLive = row.expires_at > app.clock.now();
  if (!isLive && row.used_at === null) return "ended";
  return {
    tgUserId: row.tg_user_id,
    codeHash: row.code_hash,
    isLive,
    expiresAt: row.expires_at,
    proveType: row.prove_type,
    orderId: row.order_id,
  };
}
