import path from "node:path";
import type { Child } from "../process/startChild.ts";
import { startStandIn } from "../process/startStandIn.ts";
import type { StandInPlace } from "../process/startStandIn.ts";
import { writeTreasury } from "../writeTreasury.ts";
import { TREASURY_ADDRESS, TREASURY_KEY } from "./devnetKeys.ts";
import { SOLID_LAG } from "./tronSettings.ts";

/** Of the first block's id in hex, from its end, as CAIP-2 has it. */
const NETWORK_CHARACTERS = 8;

interface TronNode {
  child: Child;
  fullHost: string;
  /** CAIP-2. */
  networkId: string;
}

/** Starts the local Tron node. */
export async function startTron(place: StandInPlace): Promise<TronNode> {
  const settings = { DEVNET_TRON_STATE: path.join(place.folder, "tron.json") };
  const { child, port } = await startStandIn("tron", place, settings);
  const fullHost = `http://127.0.0.1:${port}`;
  const response = await fetch(`${fullHost}/wallet/getblockbynum?num=0`);
  const { blockID } = (await response.json()) as { blockID: string };
  return { child, fullHost, networkId: `tron:0x${blockID.slice(-NETWORK_CHARACTERS)}` };
}

/** The server's settings for this node. */
export function writeTronSettings(fullHost: string, env: NodeJS.ProcessEnv): Record<string, string> {
  return {
    TRON_API_URLS: fullHost,
    TRON_CONFIRMATIONS: String(SOLID_LAG + 1),
    // The local wallet asks it from the page, as real ones ask theirs.
    TRON_WALLET_NODES: fullHost,
    ...writeTreasury("TRON", { address: TREASURY_ADDRESS, key: TREASURY_KEY }, env),
  };
}
