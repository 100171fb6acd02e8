import type { Kysely } from "kysely";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import { USUAL_WINDOW_S, type ValidSend, validateSend } from "#domain/envelope/validateSend.ts";
import type { Passphrase } from "#domain/passphrase/readPassphrase.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { BodyOf, Call, Handler } from "#server/calls/handler.ts";
import { requireChain } from "#server/chains/chains.ts";
import { createId } from "#server/random.ts";
import { hashKeyed, sealText } from "#server/crypto/keyed.ts";
import { isUniqueViolation } from "#server/db/failures.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema, StoredCondition } from "#server/db/schema.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
import { isFrozen, listSpendingScopes } from "#server/limits/freezes.ts";
import { type Look, readLook } from "#server/looks/looks.ts";
import { ensurePaymentCode } from "#server/orders/paymentCodes.ts";
import { readWireOrder } from "#server/orders/readWireOrder.ts";
import { selectEnvelopes, toWireEnvelope } from "#server/records/wire.ts";
import { checkChats, readSendConditions } from "./chats.ts";
import { checkFunds, checkUnpaidOrders, makeUniquePassphrase } from "./checks.ts";

/** Creates one envelope per chat, or one without a chat, and the order that pays for all of them. */
export const sendRedEnvelope: Handler<"sendRedEnvelope"> = async (call, app) => {
  const { tgUserId } = call.user;
  const { orderId, envelopeIds } = (await findOrderOfRequest(call, app)) ?? (await createEnvelopesOnce(call, app));
  // The answer contains a payment link, so a live code must exist.
  await ensurePaymentCode(app, tgUserId);
  const rows = await selectEnvelopes(app.database.kysely).where("envelope_id", "in", envelopeIds).execute();
  const chatIds = (call.body.chatIds ?? []).map(BigInt);
  const placeOf = (chatId: bigint | null) => (chatId === null ? -1 : chatIds.indexOf(chatId));
  const inOrder = rows.toSorted((left, right) => placeOf(left.chat_id) - placeOf(right.chat_id));
  return {
    envelopes: inOrder.map((row) =>
      toWireEnvelope(row, "sender", { language: call.language, secrets: app.config.appSecrets }),
    ),
    order: await readWireOrder(app, orderId, tgUserId),
  };
};

interface MadeOrder {
  orderId: string;
  /** What it pays for. */
  envelopeIds: readonly string[];
}

/** The order of an earlier try of this request that did not answer, or null. */
async function findOrderOfRequest({ requestId }: Call<"sendRedEnvelope">, app: App): Promise<MadeOrder | null> {
  if (requestId === null) return null;
  const order = await app.database.kysely
    .selectFrom("payment_order")
    .select(["order_id as orderId", "envelope_ids as envelopeIds"])
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  return order ?? null;
}

/** The order, also if a parallel try of this request created it. */
async function createEnvelopesOnce(call: Call<"sendRedEnvelope">, app: App): Promise<MadeOrder> {
  try {
    return await createEnvelopes(call, app);
  } catch (error) {
    const order = isUniqueViolation(error) ? await findOrderOfRequest(call, app) : null;
    if (order === null) throw error;
    return order;
  }
}

async function createEnvelopes(call: Call<"sendRedEnvelope">, app: App): Promise<MadeOrder> {
  const {
    user: { tgUserId },
    body,
    requestId,
  } = call;
  const send = validate(body);
  if (!app.config.coins.includes(send.coinType)) throw new ApiError("coinNotEnabled");
  const { kysely } = app.database;
  const isStopped =
    (await isMoneyMissing(kysely, send.coinType)) ||
    (await isFrozen(kysely, listSpendingScopes({ tgUserId, coinType: send.coinType })));
  if (isStopped) throw new ApiError("serviceUnavailable");
  const chatIds = await checkChats(app, tgUserId, body.chatIds ?? []);
  const conditionsOf = await readSendConditions(app, tgUserId, { ...body, chatIds });
  const places = chatIds.length > 0 ? chatIds : [null];
  const recipients = places.map((chatId) => ({ chatId, envelopeId: createId(app.random) }));
  const amountBase = send.totalBase * BigInt(recipients.length);
  const fromAddress = await checkFunds(app, { tgUserId, coinType: send.coinType, amountBase });
  const chain = requireChain(app, send.coinType);
  // If the chain became unreachable meanwhile, the order's time decides which transfers are newer.
  const createdPosition = await chain.readHead().then(
    (head) => head.position,
    () => null,
  );
  const at = app.clock.now();

  return transact(app.database.kysely, async (trx) => {
    await checkUnpaidOrders(trx, tgUserId, at);
    const orderId = createId(app.random);
    const envelopeIds = recipients.map(({ envelopeId }) => envelopeId).toSorted();
    await trx
      .insertInto("payment_order")
      .values({
        order_id: orderId,
        tg_user_id: tgUserId,
        status: "awaitingPayment",
        coin_type: send.coinType,
        amount_base: amountBase,
        treasury_address: chain.treasuryAddress,
        from_address: fromAddress,
        from_address_key: fromAddress === null ? null : toAddressKey(COINS[send.coinType].walletType, fromAddress),
        network: chain.network.id,
        reference: chain.createReference?.(app.random) ?? null,
        created_position: createdPosition,
        request_id: requestId,
        envelope_ids: envelopeIds,
        created_at: at,
        expires_at: new Date(at.getTime() + app.config.orderTtlMs),
      })
      .execute();
    const inUse = await readLook(trx, tgUserId);
    const look = { coverId: body.coverId ?? inUse.coverId, messageId: body.messageId ?? inUse.messageId };
    const passphrase =
      conditionsOf === null ? (send.passphrase ?? (await makeUniquePassphrase(trx, app, tgUserId))) : null;
    for (const recipient of recipients) {
      const conditions = recipient.chatId === null ? [] : (conditionsOf?.(recipient.chatId) ?? []);
      const drawWindowS = body.drawRule === "together" ? (body.drawWindowS ?? USUAL_WINDOW_S) : null;
      const made = { ...recipient, conditions, send, drawWindowS, look, passphrase, tgUserId, orderId, at };
      await insertEnvelope(trx, app, made);
    }
    return { orderId, envelopeIds };
  });
}

function validate(body: BodyOf<"sendRedEnvelope">): ValidSend {
  if (!isClaimRuleFit(body) || !isDrawRuleFit(body)) throw new ApiError("invalidRequest");
  const checked = validateSend({
    type: body.type,
    coinType: body.coinType,
    count: String(body.count),
    totalAmount: body.totalAmount ?? null,
    singleAmount: body.singleAmount ?? null,
    passphrase: body.passphrase ?? null,
    remark: body.remark ?? "",
  });
  if (checked.ok) return checked.value;
  const [problem] = checked.problems;
  throw new ApiError("invalidRequest", { messageKey: problem?.messageKey, params: problem?.params });
}

/** Members need a group and no passphrase, and only they can be asked to be in other chats. */
function isClaimRuleFit(body: BodyOf<"sendRedEnvelope">): boolean {
  const { claimRule, chatIds = [], requiredChatIds = [], passphrase } = body;
  return claimRule === "members" ? chatIds.length > 0 && passphrase === undefined : requiredChatIds.length === 0;
}

/** A draw for all needs luck, and only that has a window. */
function isDrawRuleFit({ drawRule, drawWindowS, type }: BodyOf<"sendRedEnvelope">): boolean {
  return drawRule === "together" ? type === "luckyDraw" : drawWindowS === undefined;
}

interface NewEnvelope {
  envelopeId: string;
  send: ValidSend;
  /** Null where each claim takes its share at once. */
  drawWindowS: number | null;
  /** Stored with the envelope: later choices of the sender do not change it. */
  look: Look;
  /** The same for all envelopes of a send; null where members open them by a tap. */
  passphrase: Passphrase | null;
  conditions: readonly StoredCondition[];
  chatId: bigint | null;
  tgUserId: bigint;
  orderId: string;
  at: Date;
}

async function insertEnvelope(
  trx: Kysely<Schema>,
  app: App,
  { envelopeId, send, drawWindowS, look, passphrase, conditions, chatId, tgUserId, orderId, at }: NewEnvelope,
): Promise<void> {
  const { config, random } = app;
  const [passphraseHash] =
    passphrase === null ? [null] : hashKeyed(config.appSecrets, "passphrase.hash", passphrase.key);
  await trx
    .insertInto("envelope")
    .values({
      envelope_id: envelopeId,
      sender_id: tgUserId,
      status: "awaitingPayment",
      type: send.type,
      coin_type: send.coinType,
      total_base: send.totalBase,
      count: send.count,
      draw_rule: drawWindowS === null ? "instant" : "together",
      draw_window_s: drawWindowS,
      claim_rule: passphrase === null ? "members" : "passphrase",
      conditions: JSON.stringify(conditions),
      passphrase_hash: passphraseHash,
      passphrase_cipher:
        passphrase === null
          ? null
          : sealText(config.appSecrets, "passphrase.seal", envelopeId, passphrase.text, random),
      has_generated_passphrase: passphrase !== null && send.passphrase === null,
      remark: send.remark,
      cover_id: look.coverId,
      message_id: look.messageId,
      chat_id: chatId,
      order_id: orderId,
      created_at: at,
    })
    .execute();
  if (passphraseHash == null) return;
  await trx
    .insertInto("passphrase_envelope")
    .values({
      passphrase_hash: passphraseHash,
      envelope_id: envelopeId,
      chat_id: chatId,
      is_generated: send.passphrase === null,
    })
    .execute();
}
