import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { encodeBase58 } from "#domain/address/base58.ts";
import type { Random } from "#server/random.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { PayableOrder, PaymentTerms } from "../chain.ts";
import type { ExpiringPayout, PayoutTerms } from "../payoutRoute.ts";
import { isSignedBy } from "./proof.ts";

/** One signature, and room for the priority that a wallet adds by itself. */
const MAX_FEE_BASE = 105_000n;

/** What the network takes for the one signature. */
export const SIGNATURE_FEE_BASE = 5_000n;
export const MICRO_LAMPORTS = 1_000_000n;

/** An address that nobody has the key of: the payment names it, which costs nothing. */
export function createReference(random: Random): string {
  return encodeBase58(random.bytes(32));
}

/** Builds the payment of an order: an unsigned transaction. The order's reference is one more account of the transfer. */
export function buildPayment({ from, to, amountBase, reference }: PayableOrder, blockhash: string): PaymentTerms {
  const payerKey = new PublicKey(from);
  const transfer = SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(to), lamports: amountBase });
  if (reference !== null) {
    transfer.keys.push({ pubkey: new PublicKey(reference), isSigner: false, isWritable: false });
  }
  // The older format: every wallet reads it.
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions: [transfer] });
  const transaction = new VersionedTransaction(message.compileToLegacyMessage());
  return {
    maxFeeBase: MAX_FEE_BASE,
    signing: { kind: "solana", transaction: Buffer.from(transaction.serialize()).toString("base64") },
  };
}

/** Compute units of a transfer and of the two instructions that offer a price, with room. */
export const UNITS = 1_000n;

export interface PlainTransfer extends PayoutTerms {
  from: string;
  maxFeeBase: bigint;
  blockhash: string;
  /** Block height after which it cannot land. */
  lastHeight: bigint;
}

export function readBlockhash(raw: Uint8Array): string {
  return VersionedTransaction.deserialize(raw).message.recentBlockhash;
}

/** Signs a plain transfer from the treasury. Throws when the signer has another key. */
export async function signTransfer(
  { from, to, amountBase, maxFeeBase, blockhash, lastHeight }: PlainTransfer,
  signer: Signer,
): Promise<ExpiringPayout> {
  const payerKey = new PublicKey(from);
  const microLamports = ((maxFeeBase - SIGNATURE_FEE_BASE) * MICRO_LAMPORTS) / UNITS;
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: Number(UNITS) }),
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
    validUntil: lastHeight,
  };
}
