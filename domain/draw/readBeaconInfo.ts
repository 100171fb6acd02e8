import { readCount, readHex, readRecord } from "../readFields.ts";
import type { BeaconChain } from "./beacon.ts";

const readInfo = readRecord({
  public_key: readHex(96),
  period: readCount,
  genesis_time: readCount,
  hash: readHex(32),
});

/**
 * A chain as its relays tell it at `/<hash>/info`: https://docs.drand.love/developer/http-api.
 * @throws Unreadable
 */
export function readBeaconInfo(value: unknown): BeaconChain {
  const info = readInfo(value, "the beacon");
  return { hash: info.hash, publicKey: info.public_key, genesisS: info.genesis_time, periodS: info.period };
}
