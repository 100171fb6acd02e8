import { verifyMessage } from "ethers/hash";
import { isSameAddress } from "#domain/address/addressKey.ts";
import type { ProofVerdict } from "../chain.ts";
import { readEvmSignature } from "../evmSignature.ts";

/** Judges whether the key of `address` made `signature` over `message` (EIP-191 personal_sign). */
export function judgeEthereumProof(message: string, signature: string, address: string): ProofVerdict {
  const read = readEvmSignature(signature);
  if (read.kind === "contract") return "unsupported";
  if (read.kind === "malformed") return "foreign";
  try {
    return isSameAddress("ETH", verifyMessage(message, read.hex), address) ? "proven" : "foreign";
  } catch {
    return "foreign";
  }
}
