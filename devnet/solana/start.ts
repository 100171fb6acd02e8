import path from "node:path";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { startStandIn } from "../process/startStandIn.ts";
import type { LocalNode, StandInPlace } from "../process/startStandIn.ts";
import { placeTreasury } from "../readSetting.ts";
import { FINALIZED_BEHIND, readKeypair, TREASURY_ADDRESS, TREASURY_KEY, USER_KEYS } from "./settings.ts";

/** Of a genesis hash in base58, as CAIP-2 has it. */
const NETWORK_CHARACTERS = 32;

/** Starts the local Solana node. */
export async function startSolana(place: StandInPlace): Promise<LocalNode<DevnetInfo["solana"]>> {
  const settings = { DEVNET_STATE: path.join(place.folder, "solana.json") };
  const { child, port } = await startStandIn("solana", place, settings);
  const rpcUrl = `http://127.0.0.1:${port}`;
  const response = await fetch(rpcUrl, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getGenesisHash", params: [] }),
  });
  const { result: genesis } = (await response.json()) as { result: string };
  const treasury = placeTreasury("SOL", { address: TREASURY_ADDRESS, key: TREASURY_KEY }, place.env);
  return {
    child,
    serverEnv: {
      SOL_RPC_URLS: rpcUrl,
      // Where pages reach the node.
      SOL_PAGE_RPC_URLS: `${place.gatewayOrigin}/devnet/solana/rpc`,
      SOL_CONFIRMATIONS: String(FINALIZED_BEHIND + 1),
      ...treasury.serverEnv,
    },
    info: {
      rpcUrl,
      network: { name: "Solana (local)", id: `solana:${genesis.slice(0, NETWORK_CHARACTERS)}` },
      treasuryAddress: treasury.address,
      fundedKeys: USER_KEYS,
      fundedAddresses: USER_KEYS.map((key) => readKeypair(key).publicKey.toBase58()),
    },
  };
}
