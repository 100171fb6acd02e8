import path from "node:path";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { type LocalNode, type StandInPlace, startStandIn } from "../process/startStandIn.ts";
import type { BeaconInfo } from "./beaconKeys.ts";

/** Starts the local beacon, which has a key of its own. */
export async function startBeacon(place: StandInPlace): Promise<LocalNode<DevnetInfo["beacon"]>> {
  const settings = { DEVNET_STATE: path.join(place.folder, "beacon.json") };
  const { child, port } = await startStandIn("beacon", place, settings);
  const url = `http://127.0.0.1:${port}`;
  const [hash] = (await (await fetch(`${url}/chains`)).json()) as [string];
  const info = (await (await fetch(`${url}/${hash}/info`)).json()) as BeaconInfo;
  const chain = [hash, info.public_key, info.genesis_time, info.period].join(",");
  return {
    child,
    serverEnv: { BEACON_URLS: url, BEACON_CHAIN: chain },
    info: { urls: [url], chainHash: hash, publicKey: info.public_key },
  };
}
