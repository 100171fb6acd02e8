import { type BeaconChain, QUICKNET } from "#domain/draw/beacon.ts";
import type { SettingReader } from "#server/settingReader.ts";
import type { Beacon } from "./askBeacon.ts";

/** Those that drand names, by several operators: https://docs.drand.love/developer/http-api, read on 2026-11-29. */
const RELAYS = [
  "https://api.drand.sh",
  "https://api2.drand.sh",
  "https://api3.drand.sh",
  "https://drand.cloudflare.com",
  "https://api.drand.secureweb3.com:6875",
];

/** Three are enough to hear of a round while one lies and one is away. */
const LEAST_RELAYS = 3;
const CHAIN = /^([0-9a-f]{64}),([0-9a-f]{192}),([0-9]{1,12}),([0-9]{1,4})$/;

/** The beacon of draws: quicknet, as several relays tell it. A trial on one machine may have a chain of its own. */
export function readBeacon({ isProduction, fail, readText, readList, checkUrl }: SettingReader): Beacon {
  const given = readList("BEACON_URLS").map((url) => checkUrl("BEACON_URLS", url, ["http", "https"]));
  const urls = given.length === 0 ? RELAYS : given;
  if (isProduction && new Set(urls).size < LEAST_RELAYS) fail("BEACON_URLS must name at least three relays", null);
  const text = readText("BEACON_CHAIN");
  if (text === null) return { chain: QUICKNET, urls };
  if (isProduction) fail("BEACON_CHAIN is drand's quicknet in production: leave it out", null);
  return {
    chain: parseChain(text) ?? fail("BEACON_CHAIN must be a hash, a key, a start and a period", QUICKNET),
    urls,
  };
}

function parseChain(text: string): BeaconChain | null {
  const [, hash, publicKey, genesisS, periodS] = CHAIN.exec(text) ?? [];
  if (hash === undefined || publicKey === undefined || Number(periodS) < 1) return null;
  return { hash, publicKey, genesisS: Number(genesisS), periodS: Number(periodS) };
}
