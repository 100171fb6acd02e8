import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Child } from "../process/startChild.ts";
import { startStandIn } from "../process/startStandIn.ts";
import type { StandInPlace } from "../process/startStandIn.ts";
import { listTonWallets } from "../wallets/ton/door.ts";
import { writeTreasury } from "../writeTreasury.ts";
import { TREASURY_ADDRESS, TREASURY_MNEMONIC } from "./devnetKeys.ts";
import { API_PATH } from "./tonSettings.ts";

/** Starts the local TON node. */
export async function startTon(place: StandInPlace): Promise<{ child: Child; apiUrl: string }> {
  const settings = { DEVNET_TON_STATE: path.join(place.folder, "ton.json") };
  const { child, port } = await startStandIn("ton", place, settings);
  return { child, apiUrl: `http://127.0.0.1:${port}${API_PATH}` };
}

/** The server's settings for this node. */
export function writeTonSettings(
  apiUrl: string,
  { folder, gatewayOrigin, env }: { folder: string; gatewayOrigin: string; env: NodeJS.ProcessEnv },
): Record<string, string> {
  return {
    TON_API_URLS: apiUrl,
    TON_WALLETS_FILE: writeTonWallets(folder, gatewayOrigin),
    ...writeTreasury("TON", { address: TREASURY_ADDRESS, key: TREASURY_MNEMONIC }, env),
  };
}

/** Writes the wallets that people are offered: the local one alone. */
function writeTonWallets(folder: string, gatewayOrigin: string): string {
  const file = path.join(folder, "ton-wallets.json");
  writeFileSync(file, JSON.stringify(listTonWallets(gatewayOrigin)));
  return file;
}
