import { verifyMessage } from "ethers/hash";
import { isSameAddress } from "#domain/address/addressKey.ts";
import type { ProofVerdict } from "../chain.ts";
import { judgeEvmProof } from "../evmSignature.ts";

/** Judges whether the key of `address` made `signature` over `message` (EIP-191 personal_sign). */
export function judgeEthereumProof(message: string, signature: string, address: string): ProofVerdict {
  return judgeEvmProof(signature, (hex) => isSameAddress("ETH", verifyMessage(message, hex), address));
}
