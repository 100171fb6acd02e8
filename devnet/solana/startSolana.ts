import path from "node:path";
import type { Child } from "../process/startChild.ts";
import { startStandIn } from "../process/startStandIn.ts";
import type { StandInPlace } from "../process/startStandIn.ts";
import { writeTreasury } from "../writeTreasury.ts";
import { callNode } from "./callNode.ts";
import { TREASURY_ADDRESS, TREASURY_KEY } from "./devnetKeys.ts";
import { FINALIZED_BEHIND } from "./solanaSettings.ts";

/** Of a genesis hash in base58, as CAIP-2 has it. */
const NETWORK_CHARACTERS = 32;

interface SolanaNode {
  child: Child;
  rpcUrl: string;
  /** CAIP-2. */
  networkId: string;
}

/** Starts the local Solana node. */
export async function startSolana(place: StandInPlace): Promise<SolanaNode> {
  const settings = { DEVNET_SOLANA_STATE: path.join(place.folder, "solana.json") };
  const { child, port } = await startStandIn("solana", place, settings);
  const rpcUrl = `http://127.0.0.1:${port}`;
  const genesis = String(await callNode(rpcUrl, "getGenesisHash"));
  return { child, rpcUrl, networkId: `solana:${genesis.slice(0, NETWORK_CHARACTERS)}` };
}

/**
 * The server's settings for this node.
 * @param pageRpcUrl where pages reach the node
 */
export function writeSolanaSettings(
  rpcUrl: string,
  pageRpcUrl: string,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  return {
    SOL_RPC_URLS: rpcUrl,
    SOL_PAGE_RPC_URLS: pageRpcUrl,
    SOL_CONFIRMATIONS: String(FINALIZED_BEHIND + 1),
    ...writeTreasury("SOL", { address: TREASURY_ADDRESS, key: TREASURY_KEY }, env),
  };
}
