import type { components } from "#contract/schema.d.ts";
import type { WalletType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { EthereumAddress } from "#server/chains/ethereum/address.ts";
import { isEthereumProof } from "#server/chains/ethereum/proof.ts";
import { ApiError } from "#server/http/apiError.ts";

export interface ClaimedWallet extends EthereumAddress {
  tgUserId: bigint;
  type: WalletType;
}

/**
 * Checks a proof against the server's own text, which is used up by the try, right or wrong. Throws notFound for a
 * challenge that is unknown, of somebody else, used or over, and walletAddressMismatch when another key has signed.
 */
export async function consumeProof(
  app: App,
  wallet: ClaimedWallet,
  proof: components["schemas"]["WalletProof"],
): Promise<void> {
  const { signature } = proof;
  if (signature === undefined || proof.tonProof !== undefined) throw new ApiError("invalidRequest");
  const now = app.clock.now();
  const challenge = await app.database.kysely
    .updateTable("wallet_challenge")
    .set({ used_at: now })
    .where("challenge_id", "=", proof.challengeId)
    .where("tg_user_id", "=", wallet.tgUserId)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["type", "address_key", "message"])
    .executeTakeFirst();
  if (challenge === undefined) throw new ApiError("notFound");
  const isForWallet = challenge.type === wallet.type && challenge.address_key === wallet.addressKey;
  if (!isForWallet || !isEthereumProof(challenge.message, signature, wallet.address)) {
    throw new ApiError("walletAddressMismatch");
  }
}
