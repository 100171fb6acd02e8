import type { Signer } from "#server/signers/signer.ts";
import type { SignedPayout } from "../payoutRoute.ts";
import { recoverSigner } from "./address.ts";
import { hashRaw, type Transfer, type Validity, writeSigned, writeTransfer } from "./rawTransaction.ts";

/** Signs a plain transfer from the treasury. Throws when the signer has another key. */
export async function signTransfer(
  transfer: Transfer,
  validity: Validity,
  { signer, maxFeeBase }: { signer: Signer; maxFeeBase: bigint },
): Promise<SignedPayout> {
  const raw = writeTransfer(transfer, validity);
  const txHash = hashRaw(raw);
  const digest = Buffer.from(txHash, "hex");
  const signature = await signer.sign(digest);
  if (recoverSigner(digest, signature) !== transfer.owner) {
    throw new Error("the signer has another key than the treasury's");
  }
  return {
    txHash,
    raw: Uint8Array.from(writeSigned(raw, signature)),
    maxFeeBase,
    validUntil: BigInt(validity.expirationMs),
  };
}
