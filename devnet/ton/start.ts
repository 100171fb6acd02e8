import { writeFileSync } from "node:fs";
import path from "node:path";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { startStandIn } from "../process/startStandIn.ts";
import type { LocalNode, StandInPlace } from "../process/startStandIn.ts";
import { placeTreasury } from "../readSetting.ts";
import { listTonWallets } from "../wallets/ton/door.ts";
import {
  API_PATH,
  GLOBAL_ID,
  listUserAddresses,
  TREASURY_ADDRESS,
  TREASURY_MNEMONIC,
  USER_MNEMONICS,
} from "./settings.ts";

/** Starts the local TON node. */
export async function startTon(place: StandInPlace): Promise<LocalNode<DevnetInfo["ton"]>> {
  const { folder, gatewayOrigin } = place;
  const settings = { DEVNET_STATE: path.join(folder, "ton.json") };
  const { child, port } = await startStandIn("ton", place, settings);
  const apiUrl = `http://127.0.0.1:${port}${API_PATH}`;
  // The wallets that people are offered: the local one alone.
  const walletsFile = path.join(folder, "ton-wallets.json");
  writeFileSync(walletsFile, JSON.stringify(listTonWallets(gatewayOrigin)));
  const treasury = placeTreasury("TON", { address: TREASURY_ADDRESS, key: TREASURY_MNEMONIC }, place.env);
  return {
    child,
    serverEnv: { TON_API_URLS: apiUrl, TON_WALLETS_FILE: walletsFile, ...treasury.serverEnv },
    info: {
      apiUrl,
      bridgeUrl: `${gatewayOrigin}/devnet/ton/bridge`,
      network: { name: "TON (local)", id: `tvm:${GLOBAL_ID}` },
      treasuryAddress: treasury.address,
      fundedKeys: USER_MNEMONICS,
      fundedAddresses: await listUserAddresses(),
    },
  };
}
