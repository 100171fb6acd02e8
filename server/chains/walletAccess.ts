import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { SettingReader } from "#server/settingReader.ts";
import { readPageNodes } from "./solana/pageNodes.ts";
import { readTonConnect } from "./ton/tonConnect.ts";
import { readTronWalletNodes } from "./tron/walletNodes.ts";

/** A file that the server makes itself for wallets or for what connects them. */
export interface WalletFile {
  /** E.g. `/manifest.json`. */
  path: string;
  value: unknown;
  /** Whether pages of other sites, e.g. a wallet's, may read it. */
  isForEveryone: boolean;
}

/** What the app's pages need of the server so that a chain's wallets can be reached without an extension. */
export interface WalletAccess {
  files: readonly WalletFile[];
  /** Origins that the pages may connect to. */
  connectOrigins: readonly string[];
  /** Paths of built files that pages of other sites may read. */
  sharedPaths: readonly string[];
}

type ReadAccess = (reader: SettingReader, publicUrl: string, isOpen: boolean) => WalletAccess | null;

const ACCESSES: Readonly<Partial<Record<CoinType, ReadAccess>>> = {
  ton: readTonConnect,
  sol: readPageNodes,
  tron: readTronWalletNodes,
};

/** What the wallets of the open coins need, and those of a closed coin whose payments still go on. */
export function readWalletAccess(
  reader: SettingReader,
  publicUrl: string,
  openCoins: readonly CoinType[],
): WalletAccess[] {
  return COIN_TYPES.flatMap((coin) => ACCESSES[coin]?.(reader, publicUrl, openCoins.includes(coin)) ?? []);
}
