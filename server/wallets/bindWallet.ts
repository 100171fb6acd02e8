import type { Kysely } from "kysely";
import type { CoinType, WalletType } from "#domain/coins.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import { lockAccount, stopAutoPayouts } from "#server/accounts/account.ts";
import { checkSecurityCode } from "#server/accounts/securityCode.ts";
import { blockSpending } from "#server/accounts/spendingBlocks.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { listWalletChains } from "#server/chains/chains.ts";
import { createId } from "#server/random.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import { creditUnmatched } from "#server/deposits/creditUnmatched.ts";
import { hasProvenAnother, lockAddresses } from "#server/deposits/payer.ts";
import { allowAttempt } from "#server/limits/attempts.ts";
import { LIMITS, ofUser } from "#server/limits/limits.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { readProver } from "#server/orders/orderCaller.ts";
import { checkProof, type ClaimedWallet, consumeProof } from "./proofs.ts";
import { listOpenTypes, toWireWallet } from "./boundWallets.ts";
import { readPayableAddress } from "./readPayableAddress.ts";

/**
 * Binds an address to the caller, typed or with proof. A repeat returns the existing binding. A proof upgrades the
 * caller's unproven binding and ends every other person's binding of the address: the newest signature wins, so an
 * owner who signed by mistake can sign again to get the wallet back. A person with a security code must give it, except
 * to prove a bound wallet on the payment page: binding it required the code already. A proving payment code binds one
 * wallet. Throws tooManyTries above a day's number of bindings.
 */
export const bindWallet: Handler<"bindWallet"> = async (call, app) => {
  const { type, proof, securityCode } = call.body;
  const caller = await readProver(call, app, type);
  const address = await readPayableAddress(app, caller, type, call.body.address);
  if (caller.code !== null && proof === undefined) throw new ApiError("invalidRequest");
  const wallet = { ...address, type, tgUserId: caller.tgUserId };
  const isOnPaymentPage = caller.code !== null && securityCode === undefined && (await isBound(app, wallet));
  // On the payment page nobody tries security codes but the wallet's owner.
  if (caller.code !== null && proof !== undefined) await checkProof(app, wallet, proof);
  const checkedHash = isOnPaymentPage ? null : await checkSecurityCode(app, caller.tgUserId, securityCode);
  // A repeat of a typed binding changes nothing.
  if (proof !== undefined || !(await isBound(app, wallet))) {
    await allowAttempt(app, ofUser(LIMITS.bindingsOfUser, caller.tgUserId));
  }
  if (proof !== undefined) await consumeProof(app, wallet, proof);
  const provingHash = (caller.code?.proveType ?? null) === null ? null : (caller.code?.codeHash ?? null);
  const asked: AskedBinding = { wallet, isProven: proof !== undefined, isOnPaymentPage, checkedHash, provingHash };
  // A proof may credit a payment, which opens envelopes.
  await Promise.all(listOwnCoins(app, type).map((coinType) => app.prices.read(coinType)));
  const walletId = await transact(app.database.kysely, (trx) => bind(trx, app, asked));
  const row = await app.database.kysely
    .selectFrom("wallet")
    .selectAll()
    .where("wallet_id", "=", walletId)
    .executeTakeFirstOrThrow();
  return { wallet: toWireWallet(row) };
};

interface AskedBinding {
  wallet: ClaimedWallet;
  isProven: boolean;
  isOnPaymentPage: boolean;
  /** Hash of the security code that was checked; null if none was. */
  checkedHash: string | null;
  /** Hash of the payment code that proves one wallet; null without one. */
  provingHash: Buffer | null;
}

async function isBound(app: App, { type, addressKey, tgUserId }: ClaimedWallet): Promise<boolean> {
  const bound = await app.database.kysely
    .selectFrom("wallet")
    .select("wallet_id")
    .where("tg_user_id", "=", tgUserId)
    .where("type", "=", type)
    .where("address_key", "=", addressKey)
    .where("unbound_at", "is", null)
    .executeTakeFirst();
  return bound !== undefined;
}

async function bind(
  trx: Kysely<Schema>,
  app: App,
  { wallet, isProven, isOnPaymentPage, checkedHash, provingHash }: AskedBinding,
): Promise<string> {
  const { type, addressKey, tgUserId } = wallet;
  await lockAddresses(trx, type, [addressKey]);
  // Serialises a user's bindings, so that the limits hold.
  const { security_code_hash: securityCodeHash } = await lockAccount(trx, tgUserId);

  const own = await trx
    .selectFrom("wallet")
    .selectAll()
    .where("tg_user_id", "=", tgUserId)
    .where("unbound_at", "is", null)
    .execute();
  const others = await trx
    .selectFrom("wallet")
    .select(["wallet_id", "tg_user_id", "proven_at"])
    .where("type", "=", type)
    .where("address_key", "=", addressKey)
    .where("tg_user_id", "<>", tgUserId)
    .where("unbound_at", "is", null)
    .execute();
  if (!isProven && others.some((other) => other.proven_at !== null)) throw new ApiError("walletAlreadyBound");
  const known = own.find((candidate) => candidate.type === type);
  const isProvenOnly = isOnPaymentPage && known?.address_key === addressKey;
  if (securityCodeHash !== checkedHash && !isProvenOnly) throw new ApiError("securityCodeRequired");
  if (known !== undefined && known.address_key !== addressKey) throw new ApiError("walletLimitReached");
  if (known === undefined && own.length >= app.config.maxWallets) throw new ApiError("walletLimitReached");
  // A coin that is closed for new bindings still allows the proof for a payment under way.
  if (known === undefined && !(await listOpenTypes(trx, app, tgUserId)).includes(type)) {
    throw new ApiError("coinNotEnabled");
  }

  const walletId = known?.wallet_id ?? (await insertWallet(trx, app, wallet));
  const isNewlyProven = isProven && (known?.proven_at ?? null) === null;
  const isBlocking = isNewlyProven && (await hasProvenAnother(trx, wallet));
  if (known === undefined) await tellOwner(trx, app, wallet, { kind: "walletBound", walletId, isBlocking });
  else if (isNewlyProven) await tellOwner(trx, app, wallet, { kind: "walletProven", walletId, isBlocking });
  if (provingHash !== null) await spendProvingCode(trx, provingHash, walletId);
  if (isNewlyProven) {
    const coinTypes = listOwnCoins(app, type);
    if (isBlocking) {
      for (const coinType of coinTypes) await blockSpending(trx, app, { tgUserId, coinType, cause: "walletChanged" });
    }
    await stopAutoPayouts(trx, tgUserId, coinsOfWallet(type));
    await takeOver(
      trx,
      app,
      wallet,
      others.map((other) => other.wallet_id),
    );
    await trx.updateTable("wallet").set({ proven_at: app.clock.now() }).where("wallet_id", "=", walletId).execute();
    for (const coinType of coinTypes) {
      await creditUnmatched(trx, app, { coinType, fromKey: addressKey, payerId: tgUserId });
    }
  }
  return walletId;
}

/** Notes which wallet the code proves. Throws paymentCodeInvalid if that is another one. */
async function spendProvingCode(trx: Kysely<Schema>, codeHash: Buffer, walletId: string): Promise<void> {
  const spent = await trx
    .updateTable("payment_code")
    .set({ proven_wallet_id: walletId })
    .where("code_hash", "=", codeHash)
    .where((where) => where.or([where("proven_wallet_id", "is", null), where("proven_wallet_id", "=", walletId)]))
    .returning("code_hash")
    .executeTakeFirst();
  if (spent === undefined) throw new ApiError("paymentCodeInvalid");
}

async function insertWallet(trx: Kysely<Schema>, app: App, wallet: ClaimedWallet): Promise<string> {
  const walletId = createId(app.random);
  await trx
    .insertInto("wallet")
    .values({
      wallet_id: walletId,
      tg_user_id: wallet.tgUserId,
      type: wallet.type,
      address: wallet.address,
      address_key: wallet.addressKey,
      created_at: app.clock.now(),
    })
    .execute();
  return walletId;
}

interface WalletNews {
  kind: "walletBound" | "walletProven";
  walletId: string;
  isBlocking: boolean;
}

/** The coins of a type of wallet that this server keeps. */
function listOwnCoins(app: App, type: WalletType): CoinType[] {
  return listWalletChains(app, type).map(({ facts }) => facts.coinType);
}

/** Tells the owner what somebody in their name has done, and which coins it blocks. */
async function tellOwner(
  trx: Kysely<Schema>,
  app: App,
  { tgUserId, type, address }: ClaimedWallet,
  { kind, walletId, isBlocking }: WalletNews,
): Promise<void> {
  const params: Record<string, string> = { type, address, walletId };
  if (isBlocking) params["blockedCoin"] = listOwnCoins(app, type).join(",");
  await queueNotification(trx, app, { tgUserId, kind, params });
}

/** Ends other people's bindings of this address and notifies them. */
async function takeOver(
  trx: Kysely<Schema>,
  app: App,
  wallet: ClaimedWallet,
  walletIds: readonly string[],
): Promise<void> {
  if (walletIds.length === 0) return;
  const ended = await trx
    .updateTable("wallet")
    .set({ unbound_at: app.clock.now() })
    .where("wallet_id", "in", walletIds)
    .returning(["tg_user_id", "wallet_id"])
    .execute();
  for (const { tg_user_id: tgUserId, wallet_id: walletId } of ended) {
    await stopAutoPayouts(trx, tgUserId, coinsOfWallet(wallet.type));
    await queueNotification(trx, app, {
      tgUserId,
      kind: "walletTakenOver",
      params: { type: wallet.type, address: wallet.address, walletId },
    });
  }
}
