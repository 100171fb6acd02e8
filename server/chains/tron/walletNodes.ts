import type { SettingReader } from "#server/settingReader.ts";
import type { WalletAccess } from "../walletAccess.ts";

/** The nodes that most wallets ask, of the main network and of the test networks. */
const NODE_URLS = ["https://api.trongrid.io", "https://api.shasta.trongrid.io", "https://nile.trongrid.io"];

function listOrigins(reader: SettingReader): string[] {
  const urls = reader.readList("TRON_WALLET_NODES");
  const schemes = reader.isProduction ? ["https"] : ["http", "https"];
  const own = urls.map((url) => URL.parse(reader.checkUrl("TRON_WALLET_NODES", url, schemes))?.origin ?? "");
  const origins = own.length === 0 ? NODE_URLS : own;
  return [...new Set(origins)].filter((origin) => origin !== "");
}

/** A wallet puts its TronWeb into the page, which asks the wallet's own node from there. */
export function readTronWalletNodes(reader: SettingReader, _publicUrl: string, isOpen: boolean): WalletAccess | null {
  if (!isOpen && reader.readText("TRON_API_URLS") === null) return null;
  return { files: [], connectOrigins: listOrigins(reader), sharedPaths: [] };
}
