import { coinOfWallet } from "#domain/coinOfWallet.ts";
import type { WalletType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import type { ChainAddress } from "#server/chains/chain.ts";
import type { ProvenAccount } from "#server/chains/formatAccount.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import { createId } from "#server/crypto/createId.ts";
import { type OrderCaller, readProver } from "#server/orders/orderCaller.ts";
import { readPayableAddress } from "./readPayableAddress.ts";

const CHALLENGE_MS = 10 * 60_000;
const NONCE_BYTES = 16;

/** Creates and stores a text to sign; one signature over it proves the address. */
export const walletChallenge: Handler<"walletChallenge"> = async (call, app) => {
  const { type } = call.body;
  const caller = await readProver(call, app, type);
  const chain = requireChain(app, coinOfWallet(type));
  const wallet = chain.bringsAddressWithProof ? null : await readNamedAddress(app, caller, type, call.body.address);
  const issuedAt = app.clock.now();
  const expiresAt = new Date(issuedAt.getTime() + CHALLENGE_MS);
  const challengeId = createId(app.random);
  const message = chain.writeChallenge({
    publicUrl: app.config.publicUrl,
    address: wallet?.address ?? null,
    account: await readAccount(app, caller.tgUserId),
    nonce: Buffer.from(app.random.bytes(NONCE_BYTES)).toString("hex"),
    issuedAt,
    expiresAt,
  });
  const { kysely } = app.database;
  await kysely
    .deleteFrom("wallet_challenge")
    .where("tg_user_id", "=", caller.tgUserId)
    .where("expires_at", "<=", issuedAt)
    .execute();
  await kysely
    .insertInto("wallet_challenge")
    .values({
      challenge_id: challengeId,
      tg_user_id: caller.tgUserId,
      type,
      address_key: wallet?.addressKey ?? null,
      message,
      created_at: issuedAt,
      expires_at: expiresAt,
    })
    .execute();
  return { challengeId, message, expiresAt: expiresAt.toISOString() };
};

async function readNamedAddress(
  app: App,
  caller: OrderCaller,
  type: WalletType,
  text: string | undefined,
): Promise<ChainAddress> {
  if (text === undefined) throw new ApiError("invalidRequest");
  return readPayableAddress(app, caller, type, text);
}

async function readAccount(app: App, tgUserId: bigint): Promise<ProvenAccount> {
  const row = await app.database.kysely
    .selectFrom("tg_user")
    .select(["first_name", "last_name", "username"])
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  return { tgUserId, firstName: row.first_name, lastName: row.last_name, username: row.username };
}
