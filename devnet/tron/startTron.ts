import path from "node:path";
import { startChild } from "../process/startChild.ts";
import type { Child } from "../process/startChild.ts";
import { TREASURY_ADDRESS, TREASURY_KEY } from "./devnetKeys.ts";
import { SOLID_LAG } from "./tronSettings.ts";

const START_TIMEOUT_MS = 30_000;
/** Of the first block's id in hex, from its end, as CAIP-2 has it. */
const NETWORK_CHARACTERS = 8;
const TREASURY_SETTINGS = ["TRON_TREASURY_ADDRESS", "TRON_TREASURY_KEY"];

interface TronNode {
  fullHost: string;
  /** CAIP-2. */
  networkId: string;
}

/** Starts the local Tron node, which keeps its chain in `folder`. */
export function startTron(
  folder: string,
  logFolder: string,
  env: NodeJS.ProcessEnv,
): { child: Child; node: Promise<TronNode> } {
  const child = startChild({
    name: "tron",
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", path.join(import.meta.dirname, "main.ts")],
    env: { ...env, DEVNET_TRON_STATE: path.join(folder, "tron.json") },
    cwd: folder,
    logFile: path.join(logFolder, "tron.log"),
  });
  return { child, node: readNode(child) };
}

async function readNode(child: Child): Promise<TronNode> {
  const line = await child.waitForLine(/^ready (\d+)$/, START_TIMEOUT_MS);
  const fullHost = `http://127.0.0.1:${line[1]}`;
  const response = await fetch(`${fullHost}/wallet/getblockbynum?num=0`);
  const { blockID } = (await response.json()) as { blockID: string };
  return { fullHost, networkId: `tron:0x${blockID.slice(-NETWORK_CHARACTERS)}` };
}

/** The server's settings for this node, with the devnet's treasury unless the user set one. */
export function writeTronSettings(fullHost: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const hasTreasury = TREASURY_SETTINGS.some((name) => (env[name]?.trim() ?? "") !== "");
  return {
    TRON_API_URLS: fullHost,
    TRON_CONFIRMATIONS: String(SOLID_LAG + 1),
    // The local wallet asks it from the page, as real ones ask theirs.
    TRON_WALLET_NODES: fullHost,
    ...(hasTreasury ? {} : { TRON_TREASURY_ADDRESS: TREASURY_ADDRESS, TRON_TREASURY_KEY: TREASURY_KEY }),
  };
}
