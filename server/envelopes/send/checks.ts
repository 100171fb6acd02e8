import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { toLanguage } from "#domain/language/toLanguage.ts";
import { generatePassphrase } from "#domain/passphrase/generatePassphrase.ts";
import { loadWords } from "#domain/passphrase/loadWords.ts";
import { type Passphrase, readPassphrase } from "#domain/passphrase/readPassphrase.ts";
import { OPEN_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { askForBalance } from "#server/chains/askForBalance.ts";
import { refuseContract } from "#server/chains/refuseContract.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import { hashKeyed } from "#server/crypto/hashKeyed.ts";
import type { Schema } from "#server/db/schema.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { refuseLocked } from "#server/limits/attempts.ts";
import { isHidden, isUnanswered, askMember, type MemberAnswer } from "#server/messenger/memberships.ts";
import { learnChat, readChatIds, requireLinked } from "#server/messenger/chats.ts";
import { findPresentChat } from "#server/messenger/moveChat.ts";
import { toWireCondition } from "#server/records/wire.ts";

/**
 * Reads the chats of a send, each once, in the given order. Throws notFound unless each is linked to the caller,
 * contains the bot, and the messenger confirms that the caller is a member now; botNotAdministrator where it tells the
 * members to administrators alone, and serviceUnavailable if it does not answer.
 */
export async function checkChats(
  app: App,
  tgUserId: bigint,
  texts: readonly string[],
  kinds: readonly ("group" | "channel")[] = ["group"],
): Promise<readonly bigint[]> {
  if (texts.length === 0) return [];
  const chatIds = await findPresentChats(app, readChatIds(texts));
  await requireLinked(app, tgUserId, chatIds, kinds);
  const answers = await Promise.all(chatIds.map((chatId) => askMemberNow(app, chatId, tgUserId)));
  if (answers.some(isUnanswered)) throw new ApiError("serviceUnavailable");
  const hidden = chatIds.filter((_, index) => isHidden(answers[index]));
  if (hidden.length > 0)
    throw new ApiError("botNotAdministrator", { data: { conditions: await describeChats(app, hidden) } });
  if (answers.some(({ membership }) => membership !== "yes")) throw new ApiError("notFound");
  // A question may have told that a group has moved.
  return findPresentChats(app, chatIds);
}

async function findPresentChats(app: App, chatIds: readonly bigint[]): Promise<readonly bigint[]> {
  return [...new Set(await Promise.all(chatIds.map((chatId) => findPresentChat(app, chatId))))];
}

/** As a condition names chats; the caller is linked to them. */
async function describeChats({ database }: App, chatIds: readonly bigint[]) {
  const chats = await database.kysely
    .selectFrom("chat")
    .select(["chat_id", "title", "username"])
    .where("chat_id", "in", chatIds)
    .execute();
  return chats.map(({ chat_id: chatId, ...chat }) => toWireCondition({ chatId: String(chatId), ...chat }, null));
}

interface Funds {
  tgUserId: bigint;
  coinType: CoinType;
  /** Base units to pay. */
  amountBase: bigint;
}

/**
 * Checks that an amount can be paid: by the in-app balance, or by the bound wallet if that is an ordinary one that holds
 * enough. Answers the wallet's address, or null for somebody without a wallet. Throws walletNotBound,
 * insufficientBalance, walletUnsupported, or balanceUnavailable when the chain was asked in vain.
 */
export async function checkFunds(app: App, { tgUserId, coinType, amountBase }: Funds): Promise<string | null> {
  const { kysely } = app.database;
  const wallet = await kysely
    .selectFrom("wallet")
    .select("address")
    .where("tg_user_id", "=", tgUserId)
    .where("type", "=", COINS[coinType].walletType)
    .where("unbound_at", "is", null)
    .executeTakeFirst();
  if ((await readBalance(kysely, tgUserId, coinType)) >= amountBase) return wallet?.address ?? null;
  if (wallet === undefined) throw new ApiError("walletNotBound");
  const { address } = wallet;
  const balanceBase = await askForBalance(async () => {
    const chain = requireChain(app, coinType);
    const [base] = await Promise.all([chain.readBalance(address), refuseContract(chain, address)]);
    return base;
  });
  if (balanceBase < amountBase) throw new ApiError("insufficientBalance");
  return address;
}

const MAX_UNPAID = 20;

/**
 * Throws tooManyTries if the user has the maximum of unpaid orders. Locks the user's row, which serialises their sends.
 */
export async function checkUnpaidOrders(trx: Kysely<Schema>, tgUserId: bigint, at: Date): Promise<void> {
  await trx.selectFrom("tg_user").select("tg_user_id").where("tg_user_id", "=", tgUserId).forNoKeyUpdate().execute();
  const unpaid = await trx
    .selectFrom("payment_order")
    .select("expires_at")
    .where("tg_user_id", "=", tgUserId)
    .where("status", "in", OPEN_STATUSES)
    .where("expires_at", ">", at)
    .orderBy("expires_at")
    .execute();
  const [first] = unpaid;
  if (first === undefined || unpaid.length < MAX_UNPAID) return;
  throw refuseLocked(first.expires_at, at);
}

/** Generates a passphrase in the words of the sender's language that no other envelope has. */
export async function makeUniquePassphrase(
  trx: Kysely<Schema>,
  app: Pick<App, "config" | "random">,
  senderId: bigint,
): Promise<Passphrase> {
  const sender = await trx
    .selectFrom("tg_user")
    .select("lang")
    .where("tg_user_id", "=", senderId)
    .executeTakeFirstOrThrow();
  const words = await loadWords(toLanguage(sender.lang));
  for (;;) {
    const passphrase = readPassphrase(generatePassphrase((length) => app.random.bytes(length), words));
    if (typeof passphrase === "string") throw new Error("a generated passphrase must be acceptable");
    const taken = await trx
      .selectFrom("passphrase_envelope")
      .select("envelope_id")
      .where("passphrase_hash", "in", hashKeyed(app.config.appSecrets, "passphrase.hash", passphrase.key))
      .executeTakeFirst();
    if (taken === undefined) return passphrase;
  }
}

/**
 * Whether a person is in a chat, as the messenger says it now. Where it hid the members before, the bot may have become
 * an administrator since, of which another process was told.
 */
async function askMemberNow(app: App, chatId: bigint, tgUserId: bigint): Promise<MemberAnswer> {
  const answer = await askMember(app, chatId, tgUserId, true);
  if (!isHidden(answer)) return answer;
  const isTold = await learnChat(app, chatId).then(
    (chat) => chat.isBotAdministrator,
    () => false,
  );
  return isTold ? askMember(app, chatId, tgUserId, true) : answer;
}
