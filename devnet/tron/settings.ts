import { createHash } from "node:crypto";
import { computeAddress } from "ethers";
import { encodeBase58 } from "#domain/address/base58.ts";

/** Blocks behind the newest one that are not solid. */
export const SOLID_LAG = 3;

/** Private keys of people's wallets; publicly known, worth nothing. */
export const USER_KEYS: readonly string[] = [
  "e6eecbb4e1dd40c62d24ee99b35b8c60a4902fafaa2dbecb9625ca42adb8da66",
  "3dfe47debd267a6747a33970cf051cff9dc0ba22f54a10d777c755fb03476d15",
  "e4ecf8ca6925bb324f0a7e898fd690b2ab2ee0fad8a97563b15d6357c3b1d9af",
  "4c939a9338f6cffa00b06baaaa0b91206156899bcdea4f3e8c5e56fb12db2d48",
  "dc7f8b4ee93284b0a708286f5679dac3b982a807e0135729f58576216ebf9ac3",
  "51501d50e7c8371fd1eebb4605bfef460259a4936f7a22975bb282ac2e247fbd",
];

export const TREASURY_KEY = "7b0985336ba9ef1ed6b3c4ad22724b5ce34906b4d30f2a27cd603564e55c47d8";

export const TREASURY_ADDRESS = "TQx5h9HmqRaUyR3aL1oYs3M3oSX8NJQe1K";

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
