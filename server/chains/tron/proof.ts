import { keccak256 } from "ethers/crypto";
import { toUtf8Bytes } from "ethers/utils";
import { recoverSigner, toHexAddress } from "./values.ts";

const PREFIX = "\u0019TRON Signed Message:\n";

/** Whether the key of `address` made `signature` over `message` (TIP-191, signMessageV2). */
export function isTronProof(message: string, signature: string, address: string): boolean {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return false;
  try {
    return recoverSigner(hashMessage(message), Buffer.from(signature.slice(2), "hex")) === toHexAddress(address);
  } catch {
    return false;
  }
}

function hashMessage(message: string): Uint8Array {
  const bytes = toUtf8Bytes(message);
  const framed = Buffer.concat([toUtf8Bytes(`${PREFIX}${bytes.length}`), bytes]);
  return Buffer.from(keccak256(framed).slice(2), "hex");
}
