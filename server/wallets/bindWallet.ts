import type { Kysely } from "kysely";
import type { App } from "#server/app.ts";
import { createId } from "#server/crypto/createId.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { ApiError } from "#server/http/apiError.ts";
import type { Handler } from "#server/http/handler.ts";
import { creditUnmatched } from "#server/orders/creditUnmatched.ts";
import { readLiveOrderCaller } from "#server/orders/orderCaller.ts";
import { queueNotification } from "#server/telegram/queueNotification.ts";
import { coinOfWallet } from "./coinOfWallet.ts";
import { lockAddress } from "./lockAddress.ts";
import { readPayableAddress } from "./readPayableAddress.ts";
import { toWireWallet } from "./toWireWallet.ts";
import { type ClaimedWallet, consumeProof } from "./consumeProof.ts";

/**
 * Binds an address to the caller, typed or with proof. A repeat answers the binding there is; a proof makes an own
 * unproven binding a proven one and ends every other person's binding of the address, typed or proven: the newest
 * signature wins, so that an owner who signed by mistake gets the wallet back by signing again.
 */
export const bindWallet: Handler<"bindWallet"> = async (call, app) => {
  const caller = await readLiveOrderCaller(call, app);
  const { type, proof } = call.body;
  const address = await readPayableAddress(app, caller, type, call.body.address);
  if (caller.code !== null && proof === undefined) throw new ApiError("invalidRequest");
  const wallet = { ...address, type, tgUserId: caller.tgUserId };
  if (proof !== undefined) await consumeProof(app, wallet, proof);
  const walletId = await retryConflict(() =>
    app.database.kysely.transaction().execute((trx) => bind(trx, app, wallet, proof !== undefined)),
  );
  const row = await app.database.kysely
    .selectFrom("wallet")
    .selectAll()
    .where("wallet_id", "=", walletId)
    .executeTakeFirstOrThrow();
  return { wallet: toWireWallet(row) };
};

async function bind(trx: Kysely<Schema>, app: App, wallet: ClaimedWallet, isProven: boolean): Promise<string> {
  const { type, addressKey, tgUserId } = wallet;
  await lockAddress(trx, type, addressKey);
  // A user's bindings stand in line, so that the limits hold.
  await trx.selectFrom("tg_user").select("tg_user_id").where("tg_user_id", "=", tgUserId).forNoKeyUpdate().execute();

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
  if (known !== undefined && known.address_key !== addressKey) throw new ApiError("walletLimitReached");
  if (known === undefined && own.length >= app.config.maxWallets) throw new ApiError("walletLimitReached");
  // A coin that is closed for new bindings still lets a payment under way be proven.
  if (known === undefined && !app.config.coins.includes(coinOfWallet(type))) throw new ApiError("coinNotEnabled");

  const walletId = known?.wallet_id ?? (await insertWallet(trx, app, wallet));
  if (isProven && (known?.proven_at ?? null) === null) {
    await takeOver(
      trx,
      app,
      wallet,
      others.map((other) => other.wallet_id),
    );
    await trx.updateTable("wallet").set({ proven_at: app.clock.now() }).where("wallet_id", "=", walletId).execute();
    await creditUnmatched(trx, app, coinOfWallet(type), addressKey, tgUserId);
  }
  return walletId;
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
  await queueNotification(trx, app, {
    tgUserId: wallet.tgUserId,
    kind: "walletBound",
    params: { type: wallet.type, address: wallet.address },
  });
  return walletId;
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
    .returning("tg_user_id")
    .execute();
  for (const { tg_user_id: tgUserId } of ended) {
    await queueNotification(trx, app, {
      tgUserId,
      kind: "walletTakenOver",
      params: { type: wallet.type, address: wallet.address },
    });
  }
}
