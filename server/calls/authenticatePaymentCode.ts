import type { App } from "#server/app.ts";
import { hashKeyed } from "#server/crypto/hashKeyed.ts";

export interface PaymentCodeHolder {
  tgUserId: bigint;
  codeHash: Buffer;
  /** False after its expiry: then it may only read and report on the orders it has shown. */
  isLive: boolean;
}

/** Returns the holder of an external payment code; "ended" if it expired unused. */
export async function authenticatePaymentCode(
  app: App,
  code: string,
): Promise<PaymentCodeHolder | "unknown" | "ended"> {
  const row = await app.database.kysely
    .selectFrom("payment_code")
    .select(["code_hash", "tg_user_id", "expires_at", "used_at"])
    .where("code_hash", "in", hashKeyed(app.config.appSecrets, "paymentCode.hash", code))
    .executeTakeFirst();
  if (row === undefined) return "unknown";
  const isLive = row.expires_at > app.clock.now();
  if (!isLive && row.used_at === null) return "ended";
  return { tgUserId: row.tg_user_id, codeHash: row.code_hash, isLive };
}
