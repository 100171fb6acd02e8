import type { WalletType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { SessionUser } from "#server/calls/handler.ts";
import { hashKeyed } from "#server/crypto/keyed.ts";

/** The caller: a logged-in user, or that user's payment page. */
export interface OrderCaller {
  tgUserId: bigint;
  /** null for a logged-in user. */
  code: PaymentCodeHolder | null;
}

interface CodeCall {
  user: SessionUser | null;
  paymentCode: string | null;
}

/** Returns the caller of a bearer or payment code. Throws paymentCodeInvalid, also for a code that only proves a wallet. */
export async function readOrderCaller(call: CodeCall, app: App): Promise<OrderCaller> {
  const caller = await readCaller(call, app);
  if ((caller.code?.proveType ?? null) !== null) throw new ApiError("paymentCodeInvalid");
  return caller;
}

/** Like `readOrderCaller`, but requires a payment code to be live. */
export async function readLiveOrderCaller(call: CodeCall, app: App): Promise<OrderCaller> {
  return requireLive(await readOrderCaller(call, app));
}

/**
 * The caller of what proves a wallet of a type: a bearer or a live payment code, but one that is to prove a wallet of
 * another type.
 */
export async function readProver(call: CodeCall, app: App, type: WalletType): Promise<OrderCaller> {
  const caller = requireLive(await readCaller(call, app));
  if ((caller.code?.proveType ?? type) !== type) throw new ApiError("paymentCodeInvalid");
  return caller;
}

/** The holder of a live payment code that proves a wallet. Throws paymentCodeMissing for a bearer. */
export async function readProvingCode(
  call: CodeCall,
  app: App,
): Promise<PaymentCodeHolder & { proveType: WalletType }> {
  const { code } = requireLive(await readCaller(call, app));
  if (code === null) throw new ApiError("paymentCodeMissing");
  if (code.proveType === null) throw new ApiError("paymentCodeInvalid");
  return { ...code, proveType: code.proveType };
}

async function readCaller(call: CodeCall, app: App): Promise<OrderCaller> {
  if (call.user !== null) return { tgUserId: call.user.tgUserId, code: null };
  if (call.paymentCode === null) throw new ApiError("paymentCodeMissing");
  const code = await authenticatePaymentCode(app, call.paymentCode);
  if (code === "unknown" || code === "ended") throw new ApiError("paymentCodeInvalid");
  return { tgUserId: code.tgUserId, code };
}

function requireLive(caller: OrderCaller): OrderCaller {
  if (caller.code?.isLive === false) throw new ApiError("paymentCodeInvalid");
  return caller;
}

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
