import { loadLibrary } from "./library.ts";

/** Whether the key of `address` made `signature` over `message` (TIP-191, signMessageV2). */
export function isTronProof(message: string, signature: string, address: string): boolean {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return false;
  try {
    return loadLibrary().message.verifyMessage(message, signature) === address;
  } catch {
    return false;
  }
}
