import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import type { PayableOrder, PaymentTerms } from "../chain.ts";

/** One signature, and room for the priority that a wallet adds by itself. */
const MAX_FEE_BASE = 105_000n;

/** Builds the payment of an order: an unsigned transaction. The order's reference is one more account of the transfer. */
export function buildPayment(
  { from, to, amountBase, reference }: PayableOrder,
  { blockhash }: { blockhash: string },
): PaymentTerms {
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
