import type { ErrorKey } from "#contract/errors.ts";
import type { WalletType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { ChainAddress, ProofVerdict, WalletProof } from "#server/chains/chain.ts";
import { isProofOfKind } from "#server/chains/isProofOfKind.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { coinOfWallet } from "#domain/coinOfWallet.ts";

export interface ClaimedWallet extends ChainAddress {
  tgUserId: bigint;
  type: WalletType;
}

/** Verifies a proof like `consumeProof`, and leaves its challenge as it is. */
export async function checkProof(app: App, wallet: ClaimedWallet, proof: WalletProof): Promise<void> {
  requireKind(app, wallet, proof);
  const challenge = await app.database.kysely
    .selectFrom("wallet_challenge")
    .select(["type", "address_key", "message"])
    .where("challenge_id", "=", proof.challengeId)
    .where("tg_user_id", "=", wallet.tgUserId)
    .where("used_at", "is", null)
    .where("expires_at", ">", app.clock.now())
    .executeTakeFirst();
  await requireProof(app, wallet, proof, challenge);
}

/**
 * Verifies a proof against the server's own challenge, which each try uses up, right or wrong. Throws notFound for a
 * challenge that is unknown, another person's, used or expired, walletAddressMismatch if another key signed,
 * walletUnsupported for a contract's signature, and deviceClockWrong where only the proof's time is off.
 */
export async function consumeProof(app: App, wallet: ClaimedWallet, proof: WalletProof): Promise<void> {
  requireKind(app, wallet, proof);
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
  await requireProof(app, wallet, proof, challenge);
}

function requireKind(app: App, wallet: ClaimedWallet, proof: WalletProof): void {
  if (!isProofOfKind(requireChain(app, coinOfWallet(wallet.type)), proof)) throw new ApiError("invalidRequest");
}

const REFUSALS: Readonly<Record<ProofVerdict, ErrorKey | null>> = {
  proven: null,
  foreign: "walletAddressMismatch",
  unsupported: "walletUnsupported",
  clockOff: "deviceClockWrong",
};

interface Challenge {
  type: WalletType;
  address_key: string | null;
  message: string;
}

async function requireProof(
  app: App,
  wallet: ClaimedWallet,
  proof: WalletProof,
  challenge: Challenge | undefined,
): Promise<void> {
  if (challenge === undefined) throw new ApiError("notFound");
  const chain = requireChain(app, coinOfWallet(wallet.type));
  const isOfWallet = challenge.address_key === null || challenge.address_key === wallet.addressKey;
  const isForWallet = challenge.type === wallet.type && isOfWallet;
  const verdict = isForWallet ? await chain.judgeProof(challenge.message, proof, wallet.address) : "foreign";
  const refusal = REFUSALS[verdict];
  if (refusal !== null) throw new ApiError(refusal);
}
