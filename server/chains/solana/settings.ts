import { decodeBase58, encodeBase58 } from "#domain/address/base58.ts";
import type { SettingReader } from "#server/settingReader.ts";
import { readSeed } from "#server/crypto/ed25519.ts";
import { createSeedSigner } from "#server/signers/signer.ts";
import type { ChainConfig, SettingSpec, TreasuryKey } from "../settings.ts";
import type { WalletAccess } from "../chainKind.ts";

const SEED_BYTES = 32;
/** The treasury of `npm start`, whose private key everyone knows. */
const PUBLIC_ADDRESS = "B9rhrauGbRBtbxhi8d2HUvFBavqvip5WLSHoqc49TJ1U";
const PAGE_NODES = "SOL_PAGE_RPC_URLS";

export const SOLANA_SETTINGS: SettingSpec<ChainConfig, TreasuryKey> = {
  coinType: "sol",
  prefix: "SOL",
  endpoints: "SOL_RPC_URLS",
  hasNodeKeys: false,
  hasKms: false,
  algorithm: "ed25519",
  // A certificate makes a block final; two nodes call its slot finalized, and no block has to follow.
  confirmations: 1,
  readKey,
  keyForm: "base58 of 64 bytes, as wallets export it",
  keyOwner: "",
  publicTreasury: {
    isRefused: (address) => address === PUBLIC_ADDRESS,
    reason: "must not be the treasury of npm start: everybody has its key",
  },
  misfits: [],
  complete: (config) => config,
};

/**
 * Reads a key as wallets export it: base58 of 64 bytes, the seed and then the public key. Null for anything else, and
 * where the two do not belong together.
 */
function readKey(text: string): TreasuryKey | null {
  const bytes = decodeBase58(text, 2 * SEED_BYTES);
  if (bytes === null) return null;
  const seed = bytes.subarray(0, SEED_BYTES);
  const publicKey = readSeed(seed).publicKey;
  if (!publicKey.equals(bytes.subarray(SEED_BYTES))) return null;
  return { address: encodeBase58(publicKey), signer: createSeedSigner(seed) };
}

/**
 * The nodes that the payment page sends to, for wallets that sign a payment and do not send it. Other ones than the
 * server's own: everybody sees their addresses.
 */
export function readPageNodes(reader: SettingReader, _: string, isOpen: boolean): WalletAccess | null {
  if (!isOpen && reader.readText("SOL_RPC_URLS") === null) return null;
  const schemes = reader.isProduction ? ["https"] : ["http", "https"];
  const rpcUrls = reader.readList(PAGE_NODES).map((url) => reader.checkUrl(PAGE_NODES, url, schemes));
  const origins = rpcUrls.flatMap((url) => URL.parse(url)?.origin ?? []);
  return {
    files: [{ path: "/solana-nodes.json", value: { rpcUrls }, isForEveryone: false }],
    connectOrigins: [...new Set(origins)],
    sharedPaths: [],
  };
}
