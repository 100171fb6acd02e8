import { loadLibrary } from "./library.ts";

/** Whether the key of `address` made `signature` over `message` (TIP-191, signMessageV2). */
export function isTronProof(message: string, signature: string, address: string): boolean {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return false;
  // A library that does not load is no answer.
  const { message: messages } = loadLibrary();
  try {
    return messages.verifyMessage(message, signature) === address;
  } catch {
    return false;
  }
}
