import { Keypair } from "@solana/web3.js";
import { decodeBase58 } from "#domain/address/base58.ts";

/** The key pair of base58 of 64 bytes. */
export function readKeypair(key: string): Keypair {
  const bytes = decodeBase58(key, 64);
  if (bytes === null) throw new Error("not base58 of 64 bytes");
  return Keypair.fromSecretKey(bytes);
}
