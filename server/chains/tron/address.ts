import { createHash } from "node:crypto";
import { recoverAddress } from "ethers/transaction";
import { decodeBase58, encodeBase58, getBytes, toBeHex } from "ethers/utils";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { normalizeTronAddress } from "#domain/address/tron.ts";
import type { ChainAddress } from "../chain.ts";

const ADDRESS_BYTES = 25;
const CHECKSUM_DIGITS = 8;

/** Parses an address that may pay: null for a malformed one, a wrong checksum, the zero address and a treasury. */
export function readPayerAddress(text: string, treasuries: ReadonlySet<string>): ChainAddress | null {
  const address = normalizeTronAddress(text);
  if (address === null || treasuries.has(toAddressKey("Tron", address))) return null;
  return { address, addressKey: toAddressKey("Tron", address) };
}

/** The 21 bytes of an address in hex, as nodes write it. */
export function toHexAddress(address: string): string {
  return toBeHex(decodeBase58(address), ADDRESS_BYTES).slice(2, -CHECKSUM_DIGITS);
}

/** An address in base58check. */
export function toBase58Address(hexAddress: string): string {
  const body = Buffer.from(hexAddress, "hex");
  return encodeBase58(Buffer.concat([body, hash(hash(body)).subarray(0, CHECKSUM_DIGITS / 2)]));
}

/** The address in hex whose key signed these 32 bytes. Throws on a malformed signature. */
export function recoverSigner(digest: Uint8Array, signature: Uint8Array): string {
  const signer = recoverAddress(digest, `0x${Buffer.from(signature).toString("hex")}`);
  return Buffer.concat([Buffer.from([PREFIX]), getBytes(signer)]).toString("hex");
}

const PREFIX = 0x41;

function hash(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
