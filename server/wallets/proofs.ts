import type { WalletType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import type { ChainAddress, ProofVerdict, WalletProof } from "#server/chains/chain.ts";
import { isProofOfKind, type ProvenAccount } from "#server/chains/proving.ts";
import { listWalletChains, requireWalletChain } from "#server/chains/chains.ts";
import { createId } from "#server/random.ts";
import { type OrderCaller, readProver, readProvingCode } from "#server/orders/orderCaller.ts";
import type { ErrorKey } from "#contract/errors.ts";
import { hasProvenAnother } from "#server/deposits/payer.ts";
import { readOwners } from "#server/orders/readOwners.ts";
import { readPayableAddress } from "./readPayableAddress.ts";

const CHALLENGE_MS = 10 * 60_000;
const NONCE_BYTES = 16;

/** Creates and stores a text to sign; one signature over it proves the address. */
export const walletChallenge: Handler<"walletChallenge"> = async (call, app) => {
  const { type } = call.body;
  const caller = await readProver(call, app, type);
  const chain = requireWalletChain(app, type);
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
  if (!isProofOfKind(requireWalletChain(app, wallet.type), proof)) throw new ApiError("invalidRequest");
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
  const chain = requireWalletChain(app, wallet.type);
  const isOfWallet = challenge.address_key === null || challenge.address_key === wallet.addressKey;
  const isForWallet = challenge.type === wallet.type && isOfWallet;
  const verdict = isForWallet ? await chain.judgeProof(challenge.message, proof, wallet.address) : "foreign";
  const refusal = REFUSALS[verdict];
  if (refusal !== null) throw new ApiError(refusal);
}

/** Which wallet the page of a proving payment code asks for, and for whose account. */
export const proofRequest: Handler<"proofRequest"> = async (call, app) => {
  const { tgUserId, proveType: type, expiresAt } = await readProvingCode(call, app);
  const network = listWalletChains(app, type).find(({ chain }) => chain !== null)?.chain?.network ?? null;
  const [owners, wallet] = await Promise.all([
    readOwners(app, [tgUserId]),
    app.database.kysely
      .selectFrom("wallet")
      .select(["address", "address_key", "proven_at"])
      .where("tg_user_id", "=", tgUserId)
      .where("type", "=", type)
      .where("unbound_at", "is", null)
      .executeTakeFirst(),
  ]);
  const owner = owners.get(tgUserId);
  if (owner === undefined) throw new ApiError("paymentCodeInvalid");
  return {
    type,
    network: network === null ? null : { ...network },
    owner,
    address: wallet?.address ?? null,
    proven: (wallet?.proven_at ?? null) !== null,
    proofBlocksSpending: await hasProvenAnother(app.database.kysely, {
      tgUserId,
      type,
      addressKey: wallet?.address_key ?? null,
    }),
    expiresAt: expiresAt.toISOString(),
  };
};
