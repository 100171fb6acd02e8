import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { toLanguage } from "#domain/language/language.ts";
import { generatePassphrase } from "#domain/passphrase/generatePassphrase.ts";
import { loadWords } from "#domain/passphrase/loadWords.ts";
import { type Passphrase, readPassphrase } from "#domain/passphrase/readPassphrase.ts";
import { OPEN_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { askForBalance, refuseContract, requireChain } from "#server/chains/chains.ts";
import { hashKeyed } from "#server/crypto/keyed.ts";
import type { Schema } from "#server/db/schema.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import { refuseLocked } from "#server/limits/attempts.ts";

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
