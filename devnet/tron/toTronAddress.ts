import { createHash } from "node:crypto";
import { computeAddress } from "ethers";
import { encodeBase58 } from "#domain/address/encodeBase58.ts";

const PREFIX = 0x41;
const CHECKSUM_BYTES = 4;

function hash(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** The address of a key in hex, in base58check. */
export function toTronAddress(key: string): string {
  const body = Buffer.concat([Buffer.of(PREFIX), Buffer.from(computeAddress(`0x${key}`).slice(2), "hex")]);
  return encodeBase58(Buffer.concat([body, hash(hash(body)).subarray(0, CHECKSUM_BYTES)]));
}
