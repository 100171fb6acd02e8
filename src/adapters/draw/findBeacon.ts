import { type BeaconChain, QUICKNET } from "#domain/draw/beacon.ts";
import { readCount, readHex } from "#domain/readFields.ts";

const OWN_MACHINE = /^(?:localhost|[\w-]+\.localhost|127\.0\.0\.1)$/;

/**
 * The beacon that draws have to be by: the public one. Where the page comes from the machine that shows it, which no server
 * of others can bring about, one that the page names counts: development has a beacon of its own.
 */
export function findBeacon(page: Document, hostname: string): BeaconChain {
  const named = page.querySelector<HTMLMetaElement>("meta[name=beacon]")?.content ?? "";
  if (named === "" || !OWN_MACHINE.test(hostname)) return QUICKNET;
  const [hash, publicKey, genesisS, periodS] = named.split(",");
  return {
    hash: readHex(32)(hash, "the beacon's hash"),
    publicKey: readHex(96)(publicKey, "the beacon's key"),
    genesisS: readCount(Number(genesisS), "the beacon's genesis"),
    periodS: readCount(Number(periodS), "the beacon's period"),
  };
}
