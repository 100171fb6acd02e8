import { writeFileSync } from "node:fs";
import path from "node:path";
import { Cell } from "@ton/core";
import type { CoinType } from "#domain/coins.ts";
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
  USDT_MASTER_ADDRESS,
  USDT_TREASURY_ADDRESS,
  USDT_TREASURY_MNEMONIC,
  USER_MNEMONICS,
} from "./settings.ts";
import { WALLET_CODE } from "./usdt/code.ts";

/** The local TON node. */
interface TonNode extends LocalNode<DevnetInfo["ton"]> {
  readonly usdt: DevnetInfo["usdt"];
}

/** Starts the local TON node, which has the local dollar, too. */
export async function startTon(place: StandInPlace, coins: readonly CoinType[]): Promise<TonNode> {
  const { folder, gatewayOrigin } = place;
  const settings = { DEVNET_STATE: path.join(folder, "ton.json") };
  const { child, port } = await startStandIn("ton", place, settings);
  const apiUrl = `http://127.0.0.1:${port}${API_PATH}`;
  // The wallets that people are offered: the local one alone.
  const walletsFile = path.join(folder, "ton-wallets.json");
  writeFileSync(walletsFile, JSON.stringify(listTonWallets(gatewayOrigin)));
  const treasury = placeTreasury("TON", { address: TREASURY_ADDRESS, key: TREASURY_MNEMONIC }, place.env);
  const ofUsdt = { address: USDT_TREASURY_ADDRESS, key: USDT_TREASURY_MNEMONIC };
  const usdtTreasury = placeTreasury("USDT", ofUsdt, place.env);
  return {
    child,
    serverEnv: {
      TON_API_URLS: apiUrl,
      TON_WALLETS_FILE: walletsFile,
      USDT_MASTER_ADDRESS,
      USDT_WALLET_CODE_HASH: Cell.fromBase64(WALLET_CODE).hash().toString("hex"),
      ...treasury.serverEnv,
      ...(coins.includes("usdt") ? usdtTreasury.serverEnv : {}),
    },
    info: {
      apiUrl,
      bridgeUrl: `${gatewayOrigin}/devnet/ton/bridge`,
      network: { name: "TON (local)", id: `tvm:${GLOBAL_ID}` },
      treasuryAddress: treasury.address,
      fundedKeys: USER_MNEMONICS,
      fundedAddresses: await listUserAddresses(),
    },
    usdt: { master: USDT_MASTER_ADDRESS, treasuryAddress: usdtTreasury.address },
  };
}
