import type { SettingReader } from "#server/settingReader.ts";

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

/** Null where neither the coin is open nor its payments still go on. */
export type ReadAccess = (reader: SettingReader, publicUrl: string, isOpen: boolean) => WalletAccess | null;
