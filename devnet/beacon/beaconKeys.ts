import { bls12_381 } from "@noble/curves/bls12-381.js";
import { createHash } from "node:crypto";
import type { BeaconChain } from "#domain/draw/beacon.ts";
import { DOMAIN, messageOfRound } from "#domain/draw/verifyRound.ts";
import { toHex } from "#domain/hex.ts";

const SCHEME = "bls-unchained-g1-rfc9380";

/** What `GET /<hash>/info` answers: https://docs.drand.love/developer/http-api. */
export interface BeaconInfo {
  public_key: string;
  period: number;
  genesis_time: number;
  hash: string;
  groupHash: string;
  schemeID: string;
  metadata: { beaconID: string };
}

/** A chain whose one node holds the whole key. */
export interface BeaconKeys {
  chain: BeaconChain;
  info: BeaconInfo;
  /** Hex of 48 bytes. */
  sign: (round: number) => string;
}

interface BeaconSettings {
  /** 32 bytes. */
  secretKey: Uint8Array;
  genesisS: number;
  periodS: number;
}

const BEACON_ID = "devnet";

export function createBeaconKeys({ secretKey, genesisS, periodS }: BeaconSettings): BeaconKeys {
  const keys = bls12_381.shortSignatures;
  const publicKey = toHex(keys.getPublicKey(secretKey).toBytes());
  const groupHash = createHash("sha256").update(publicKey).digest("hex");
  const named = { publicKey, genesisS, periodS };
  const chain = { ...named, hash: hashChain(named, groupHash, BEACON_ID) };
  return {
    chain,
    info: {
      public_key: publicKey,
      period: periodS,
      genesis_time: genesisS,
      hash: chain.hash,
      groupHash,
      schemeID: SCHEME,
      metadata: { beaconID: BEACON_ID },
    },
    sign: (round) => toHex(keys.sign(keys.hash(messageOfRound(round), DOMAIN), secretKey).toBytes()),
  };
}

/** As drand does: https://github.com/drand/drand/blob/master/common/chain/info.go, `Hash`. */
export function hashChain(chain: Omit<BeaconChain, "hash">, groupHash: string, beaconId: string): string {
  const numbers = Buffer.alloc(12);
  numbers.writeUInt32BE(chain.periodS);
  numbers.writeBigInt64BE(BigInt(chain.genesisS), 4);
  const hash = createHash("sha256").update(numbers);
  for (const part of [chain.publicKey, groupHash]) hash.update(Buffer.from(part, "hex"));
  return hash.update(beaconId).digest("hex");
}
