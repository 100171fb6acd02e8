import path from "node:path";
import { startChild } from "../process/startChild.ts";
import type { Child } from "../process/startChild.ts";
import { callNode } from "./callNode.ts";
import { TREASURY_ADDRESS, TREASURY_KEY } from "./devnetKeys.ts";
import { FINALIZED_BEHIND } from "./solanaSettings.ts";

const START_TIMEOUT_MS = 30_000;
/** Of a genesis hash in base58, as CAIP-2 has it. */
const NETWORK_CHARACTERS = 32;
const TREASURY_SETTINGS = ["SOL_TREASURY_ADDRESS", "SOL_TREASURY_KEY"];

/** Starts the local Solana node, which keeps its chain in `folder`. */
export function startSolana(
  folder: string,
  logFolder: string,
  env: NodeJS.ProcessEnv,
): { child: Child; node: Promise<{ rpcUrl: string; networkId: string }> } {
  const child = startChild({
    name: "solana",
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", path.join(import.meta.dirname, "main.ts")],
    env: { ...env, DEVNET_SOLANA_STATE: path.join(folder, "solana.json") },
    cwd: folder,
    logFile: path.join(logFolder, "solana.log"),
  });
  return { child, node: readNode(child) };
}

async function readNode(child: Child): Promise<{ rpcUrl: string; networkId: string }> {
  const line = await child.waitForLine(/^ready (\d+)$/, START_TIMEOUT_MS);
  const rpcUrl = `http://127.0.0.1:${line[1]}`;
  const genesis = String(await callNode(rpcUrl, "getGenesisHash"));
  return { rpcUrl, networkId: `solana:${genesis.slice(0, NETWORK_CHARACTERS)}` };
}

/**
 * The server's settings for this node, with the devnet's treasury unless the user set one.
 * @param pageRpcUrl where pages reach the node
 */
export function writeSolanaSettings(
  rpcUrl: string,
  pageRpcUrl: string,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const hasTreasury = TREASURY_SETTINGS.some((name) => (env[name]?.trim() ?? "") !== "");
  return {
    SOL_RPC_URLS: rpcUrl,
    SOL_PAGE_RPC_URLS: pageRpcUrl,
    SOL_CONFIRMATIONS: String(FINALIZED_BEHIND + 1),
    ...(hasTreasury ? {} : { SOL_TREASURY_ADDRESS: TREASURY_ADDRESS, SOL_TREASURY_KEY: TREASURY_KEY }),
  };
}
