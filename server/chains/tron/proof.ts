import type { ProofVerdict } from "../chain.ts";
import { judgeEvmProof } from "../evmSignature.ts";
import { loadLibrary } from "./values.ts";

/** Judges whether the key of `address` made `signature` over `message` (TIP-191, signMessageV2). */
export function judgeTronProof(message: string, signature: string, address: string): ProofVerdict {
  // A library that does not load is no answer.
  const { message: messages } = loadLibrary();
  return judgeEvmProof(signature, (hex) => messages.verifyMessage(message, hex) === address);
}
