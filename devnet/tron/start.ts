import path from "node:path";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { startStandIn } from "../process/startStandIn.ts";
import type { LocalNode, StandInPlace } from "../process/startStandIn.ts";
import { placeTreasury } from "../readSetting.ts";
import { SOLID_LAG, toTronAddress, TREASURY_ADDRESS, TREASURY_KEY, USER_KEYS } from "./settings.ts";

/** CAIP-2 names a Tron network by the last eight hex digits of its first block's id. */
const NETWORK_CHARACTERS = 8;

/** Starts the local Tron node. */
export async function startTron(place: StandInPlace): Promise<LocalNode<DevnetInfo["tron"]>> {
  const settings = { DEVNET_STATE: path.join(place.folder, "tron.json") };
  const { child, port } = await startStandIn("tron", place, settings);
  const fullHost = `http://127.0.0.1:${port}`;
  const response = await fetch(`${fullHost}/wallet/getblockbynum?num=0`);
  const { blockID } = (await response.json()) as { blockID: string };
  const treasury = placeTreasury("TRON", { address: TREASURY_ADDRESS, key: TREASURY_KEY }, place.env);
  return {
    child,
    serverEnv: {
      TRON_API_URLS: fullHost,
      TRON_CONFIRMATIONS: String(SOLID_LAG + 1),
      // The local wallet asks it from the page, as real ones ask theirs.
      TRON_WALLET_NODES: fullHost,
      ...treasury.serverEnv,
    },
    info: {
      fullHost,
      network: { name: "Tron (local)", id: `tron:0x${blockID.slice(-NETWORK_CHARACTERS)}` },
      treasuryAddress: treasury.address,
      fundedKeys: USER_KEYS,
      fundedAddresses: USER_KEYS.map(toTronAddress),
    },
  };
}
