import { computeAddress } from "ethers/transaction";
import type { SettingReader } from "#server/settingReader.ts";
import { createKeySigner } from "#server/signers/signer.ts";
import type { ChainConfig, SettingSpec, TreasuryKey } from "../settings.ts";
import type { WalletAccess } from "../chainKind.ts";
import { toBase58Address } from "./values.ts";

/** The account whose key `npm start` gives to its treasury: everyone knows it. */
const PUBLIC_ADDRESS = "TQx5h9HmqRaUyR3aL1oYs3M3oSX8NJQe1K";
/** The nodes that most wallets ask, of the main network and of the test networks. */
const NODE_URLS = ["https://api.trongrid.io", "https://api.shasta.trongrid.io", "https://nile.trongrid.io"];

export const TRON_SETTINGS: SettingSpec<ChainConfig, TreasuryKey> = {
  coinType: "tron",
  prefix: "TRON",
  endpoints: "TRON_API_URLS",
  hasNodeKeys: true,
  hasKms: false,
  algorithm: "secp256k1",
  // As many producers as make a block solid.
  confirmations: 19,
  readKey(text) {
    const address = readKeyAddress(text);
    return address === null ? null : { address, signer: createKeySigner(formatKey(text)) };
  },
  keyForm: "64 hex digits",
  keyOwner: "",
  publicTreasury: {
    isRefused: (address) => address === PUBLIC_ADDRESS,
    reason: "must not be the treasury of npm start: everybody has its key",
  },
  misfits: [],
  complete: (config) => config,
};

/** The address of a private key (32 bytes in hex, with or without 0x), or null for anything else. */
export function readKeyAddress(key: string): string | null {
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(key)) return null;
  try {
    return toBase58Address(`41${computeAddress(formatKey(key)).slice(2).toLowerCase()}`);
  } catch {
    // Zero, or beyond the curve's order.
    return null;
  }
}

/** A private key with 0x. */
function formatKey(key: string): string {
  return `0x${key.slice(-64)}`;
}

function listOrigins(reader: SettingReader): string[] {
  const urls = reader.readList("TRON_WALLET_NODES");
  const schemes = reader.isProduction ? ["https"] : ["http", "https"];
  const own = urls.map((url) => URL.parse(reader.checkUrl("TRON_WALLET_NODES", url, schemes))?.origin ?? "");
  const origins = own.length === 0 ? NODE_URLS : own;
  return [...new Set(origins)].filter((origin) => origin !== "");
}

/** A wallet puts its TronWeb into the page, which asks the wallet's own node from there. */
export function readWalletNodes(reader: SettingReader, _publicUrl: string, isOpen: boolean): WalletAccess | null {
  if (!isOpen && reader.readText("TRON_API_URLS") === null) return null;
  return { files: [], connectOrigins: listOrigins(reader), sharedPaths: [] };
}
