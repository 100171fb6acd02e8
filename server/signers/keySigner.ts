import { SigningKey } from "ethers/crypto";
import { getBytes } from "ethers/utils";
import type { Signer } from "./signer.ts";

/** Signs with a private key of secp256k1 in this process: 0x and 64 hex digits. */
export function createKeySigner(privateKey: string): Signer {
  const key = new SigningKey(privateKey);
  return {
    algorithm: "secp256k1",
    sign: async (digest) => getBytes(key.sign(digest).serialized),
  };
}
