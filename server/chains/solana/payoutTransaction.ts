import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { encodeBase58 } from "#domain/address/encodeBase58.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { SignedPayout } from "../payoutRoute.ts";
import { isSignedBy } from "./isSignedBy.ts";

/** What the network takes for the one signature. */
export const SIGNATURE_FEE_BASE = 5_000n;
/** Compute units of the transfer and of the two instructions that offer a price, with room. */
export const COMPUTE_UNITS = 1_000n;
export const MICRO_LAMPORTS = 1_000_000n;

export interface PlainTransfer {
  from: string;
  to: string;
  amountBase: bigint;
  maxFeeBase: bigint;
  blockhash: string;
  /** Block height until which it can land. */
  lastValidHeight: number;
}

/** Signs a plain transfer from the treasury. Throws when the signer has another key. */
export async function signTransfer(
  { from, to, amountBase, maxFeeBase, blockhash, lastValidHeight }: PlainTransfer,
  signer: Signer,
): Promise<SignedPayout> {
  const payerKey = new PublicKey(from);
  const microLamports = ((maxFeeBase - SIGNATURE_FEE_BASE) * MICRO_LAMPORTS) / COMPUTE_UNITS;
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: Number(COMPUTE_UNITS) }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports }),
      SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(to), lamports: amountBase }),
    ],
  });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  const bytes = transaction.message.serialize();
  const signature = await signer.sign(bytes);
  if (!isSignedBy(bytes, signature, from)) throw new Error("the signer has another key than the treasury's");
  transaction.addSignature(payerKey, signature);
  return {
    txHash: encodeBase58(signature),
    raw: Uint8Array.from(transaction.serialize()),
    maxFeeBase,
    validUntil: BigInt(lastValidHeight),
  };
}
