import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { encodeBase58 } from "#domain/address/encodeBase58.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { PayoutTerms, SignedPayout } from "../payoutRoute.ts";
import { isSignedBy } from "./isSignedBy.ts";

/** What the network takes for the one signature. */
export const SIGNATURE_FEE_BASE = 5_000n;
export const MICRO_LAMPORTS = 1_000_000n;

/** Compute units of so many transfers and of the two instructions that offer a price, with room. */
export function countUnits(transfers: number): bigint {
  return 800n + 200n * BigInt(transfers);
}

export interface PlainTransfers {
  from: string;
  payments: readonly PayoutTerms[];
  /** Of the whole transaction. */
  maxFeeBase: bigint;
  blockhash: string;
  /** Block height after which it cannot land. */
  lastHeight: bigint;
}

export function readBlockhash(raw: Uint8Array): string {
  return VersionedTransaction.deserialize(raw).message.recentBlockhash;
}

/** Signs plain transfers from the treasury, all in one transaction. Throws when the signer has another key. */
export async function signTransfers(
  { from, payments, maxFeeBase, blockhash, lastHeight }: PlainTransfers,
  signer: Signer,
): Promise<SignedPayout> {
  const payerKey = new PublicKey(from);
  const units = countUnits(payments.length);
  const microLamports = ((maxFeeBase - SIGNATURE_FEE_BASE) * MICRO_LAMPORTS) / units;
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: Number(units) }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports }),
      ...payments.map(({ to, amountBase }) =>
        SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(to), lamports: amountBase }),
      ),
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
    validUntil: lastHeight,
  };
}
