import { verifyMessage } from "ethers/hash";
import { isSameAddress } from "#domain/address/addressKey.ts";

/** Whether the key of `address` made `signature` over `message` (EIP-191 personal_sign). */
export function isEthereumProof(message: string, signature: string, address: string): boolean {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return false;
  try {
    return isSameAddress("ETH", verifyMessage(message, signature), address);
  } catch {
    return false;
  }
}
