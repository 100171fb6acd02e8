import { readFileSync } from "node:fs";
import type { SettingReader } from "#server/settingReader.ts";
import type { WalletAccess } from "../walletAccess.ts";
import { isTonConnectWallet, readTonConnectWallets, type TonConnectWallet } from "./tonConnectWallets.ts";

const ICON_PATH = "/icon-180.png";

/** Wallets that an operator offers instead, in the format of https://config.ton.org/wallets-v2.json. */
function readWallets(reader: SettingReader): readonly TonConnectWallet[] {
  const file = reader.readText("TON_WALLETS_FILE");
  if (file === null) return readTonConnectWallets();
  try {
    const wallets: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (Array.isArray(wallets) && wallets.length > 0 && wallets.every(isTonConnectWallet)) return wallets;
  } catch {
    // Missing and malformed files get one message.
  }
  return reader.fail("TON_WALLETS_FILE must name a JSON file with a list of TON Connect wallets", []);
}

function listBridgeOrigins(reader: SettingReader, wallets: readonly TonConnectWallet[]): string[] {
  const urls = wallets.flatMap(({ bridge }) => bridge.flatMap((way) => (way.type === "sse" ? [way.url] : [])));
  const schemes = reader.isProduction ? ["https"] : ["http", "https"];
  const origins = urls.map((url) => URL.parse(reader.checkUrl("TON_WALLETS_FILE", url, schemes))?.origin ?? "");
  return [...new Set(origins)].filter((origin) => origin !== "");
}

/** The manifest that wallets show people, the wallets to choose from, and the bridges to them. */
export function readTonConnect(reader: SettingReader, publicUrl: string, isOpen: boolean): WalletAccess | null {
  if (!isOpen && reader.readText("TON_API_URLS") === null) return null;
  const wallets = readWallets(reader);
  const manifest = { url: publicUrl, name: "Hongbao", iconUrl: `${publicUrl}${ICON_PATH}` };
  return {
    files: [
      { path: "/tonconnect-manifest.json", value: manifest, isForEveryone: true },
      { path: "/tonconnect-wallets.json", value: wallets, isForEveryone: false },
    ],
    connectOrigins: listBridgeOrigins(reader, wallets),
    sharedPaths: [ICON_PATH],
  };
}
