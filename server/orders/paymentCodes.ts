import type { Kysely } from "kysely";
import type { components } from "#contract/schema.d.ts";
import type { WalletType } from "#domain/coins.ts";
import { toLanguage } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import type { DataOf, Handler } from "#server/calls/handler.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { listWalletChains } from "#server/chains/chains.ts";
import { hashKeyed, openText, sealText } from "#server/crypto/keyed.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Random } from "#server/random.ts";
import type { PaymentCodeHolder } from "./orderCaller.ts";

/** Returns the caller's live payment code, or a new one; with `proveType` a new one that only proves a wallet. */
export const paymentCode: Handler<"paymentCode"> = async ({ user: { tgUserId }, body }, app) => {
  const proveType = body?.proveType;
  if (proveType === undefined) return ensurePaymentCode(app, tgUserId);
  if (listWalletChains(app, proveType).length === 0) throw new ApiError("coinNotEnabled");
  return createPaymentCode(app.database.kysely, app, { tgUserId, proveType, orderId: null });
};

/**
 * Returns the user's live payment code, or creates one if none lives long enough for a payment; an older one stays
 * valid until it expires. Only its owner may see it.
 */
export async function ensurePaymentCode(app: App, tgUserId: bigint): Promise<DataOf<"paymentCode">> {
  const live = await findLivePaymentCode(app, tgUserId);
  // Ten minutes of the usual thirty.
  const shortestMs = app.config.paymentCodeTtlMs / 3;
  if (live !== null && Date.parse(live.expiresAt) - app.clock.now().getTime() >= shortestMs) return live;
  return createPaymentCode(app.database.kysely, app, { tgUserId, proveType: null, orderId: null });
}

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

/** The owner's live payment code for all orders that expires last, or null where there is none that can be read. Only the owner may see it. */
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
  if (code === null) return null;
  return {
    externalPaymentCode: code,
    paymentUrl: formatPaymentUrl(app.config.publicUrl, code, row.lang),
    expiresAt: row.expires_at.toISOString(),
  };
}

/**
 * The payment page's URL with this code. The code is in the fragment, which is not sent to servers; the page uses the
 * owner's language, which the browser does not know. With `proveType` it asks for the proof of a wallet instead.
 */
function formatPaymentUrl(
  publicUrl: string,
  code: string,
  ownersLanguage: string,
  proveType: WalletType | null = null,
): string {
  const proof = proveType === null ? "" : `&prove=${proveType}`;
  return `${publicUrl}/unPaymentList?lang=${toLanguage(ownersLanguage)}${proof}#code=${code}`;
}

const CODE_BYTES = 24;

/** A code for a link that nobody can guess: 192 random bits in base64url. */
export function createSecretCode(random: Random): string {
  return Buffer.from(random.bytes(CODE_BYTES)).toString("base64url");
}

/** Stores that a live code has shown these orders, so that its page can follow them after the code expires. */
export async function markShown(app: App, code: PaymentCodeHolder, orderIds: readonly string[]): Promise<void> {
  const { kysely } = app.database;
  if (orderIds.length === 0) return;
  await kysely
    .updateTable("payment_code")
    .set({ used_at: app.clock.now() })
    .where("code_hash", "=", code.codeHash)
    .where("used_at", "is", null)
    .execute();
  await kysely
    .insertInto("payment_code_order")
    .values(orderIds.map((orderId) => ({ code_hash: code.codeHash, order_id: orderId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
