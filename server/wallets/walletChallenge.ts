import type { App } from "#server/app.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import { createId } from "#server/crypto/createId.ts";
import type { Handler } from "#server/http/handler.ts";
import { readLiveOrderCaller } from "#server/orders/orderCaller.ts";
import { coinOfWallet } from "./coinOfWallet.ts";
import type { ProvenAccount } from "./formatAccount.ts";
import { writeProofText } from "./proofText.ts";
import { readPayableAddress } from "./readPayableAddress.ts";

const CHALLENGE_MS = 10 * 60_000;
const NONCE_BYTES = 16;

/** A text to sign, made and kept by the server; one signature over it proves the address. */
export const walletChallenge: Handler<"walletChallenge"> = async (call, app) => {
  const caller = await readLiveOrderCaller(call, app);
  const { type } = call.body;
  const { address, addressKey } = await readPayableAddress(app, caller, type, call.body.address);
  const issuedAt = app.clock.now();
  const expiresAt = new Date(issuedAt.getTime() + CHALLENGE_MS);
  const challengeId = createId(app.random);
  const message = writeProofText({
    publicUrl: app.config.publicUrl,
    address,
    account: await readAccount(app, caller.tgUserId),
    chainId: requireChain(app, coinOfWallet(type)).network.chainId,
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
      address_key: addressKey,
      message,
      created_at: issuedAt,
      expires_at: expiresAt,
    })
    .execute();
  return { challengeId, message, expiresAt: expiresAt.toISOString() };
};

async function readAccount(app: App, tgUserId: bigint): Promise<ProvenAccount> {
  const row = await app.database.kysely
    .selectFrom("tg_user")
    .select(["first_name", "last_name", "username"])
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  return { tgUserId, firstName: row.first_name, lastName: row.last_name, username: row.username };
}
