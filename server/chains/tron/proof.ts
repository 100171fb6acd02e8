import type { ProofVerdict } from "../chain.ts";
import { readEvmSignature } from "../evmSignature.ts";
import { loadLibrary } from "./values.ts";

/** Judges whether the key of `address` made `signature` over `message` (TIP-191, signMessageV2). */
export function judgeTronProof(message: string, signature: string, address: string): ProofVerdict {
  const read = readEvmSignature(signature);
  if (read.kind === "contract") return "unsupported";
  if (read.kind === "malformed") return "foreign";
  // A library that does not load is no answer.
  const { message: messages } = loadLibrary();
  try {
    return messages.verifyMessage(message, read.hex) === address ? "proven" : "foreign";
  } catch {
    return "foreign";
  }
}
