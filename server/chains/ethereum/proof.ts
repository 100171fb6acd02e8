import { verifyMessage } from "ethers/hash";

/** Whether `signature` over `message` (EIP-191 personal_sign) was made by the key of `address`. */
export function isEthereumProof(message: string, signature: string, address: string): boolean {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return false;
  try {
    return verifyMessage(message, signature).toLowerCase() === address.toLowerCase();
  } catch {
    return false;
  }
}
