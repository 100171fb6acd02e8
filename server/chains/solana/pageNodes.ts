import type { SettingReader } from "#server/settingReader.ts";
import type { WalletAccess } from "../walletAccess.ts";

const SETTING = "SOL_PAGE_RPC_URLS";

/**
 * The nodes that the payment page sends to, for wallets that sign a payment and do not send it. Other ones than the
 * server's own: everybody sees their addresses.
 */
export function readPageNodes(reader: SettingReader, _: string, isOpen: boolean): WalletAccess | null {
  if (!isOpen && reader.readText("SOL_RPC_URLS") === null) return null;
  const schemes = reader.isProduction ? ["https"] : ["http", "https"];
  const rpcUrls = reader.readList(SETTING).map((url) => reader.checkUrl(SETTING, url, schemes));
  const origins = rpcUrls.flatMap((url) => URL.parse(url)?.origin ?? []);
  return {
    files: [{ path: "/solana-nodes.json", value: { rpcUrls }, isForEveryone: false }],
    connectOrigins: [...new Set(origins)],
    sharedPaths: [],
  };
}
