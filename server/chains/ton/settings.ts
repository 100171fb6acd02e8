import { readFileSync } from "node:fs";
import { isSameAddress, toAddressKey } from "#domain/address/addressKey.ts";
import type { SettingReader } from "#server/settingReader.ts";
import { readSeed } from "#server/crypto/ed25519.ts";
import { createSeedSigner } from "#server/signers/signer.ts";
import type { ChainConfig, SettingSpec, TreasuryKey } from "../settings.ts";
import type { WalletAccess } from "../chainKind.ts";
import { isPublicTreasury, listWallets, readMnemonicSeed, type TreasuryWallet } from "./wallets.ts";

const ICON_PATH = "/icon-180.png";

export interface TonConfig extends ChainConfig {
  /** The host that proofs are made for. */
  proofDomain: string;
  /** The treasury's wallet where its key is here; else it is read from the chain. */
  wallet: TreasuryWallet | null;
}

export interface TonKey extends TreasuryKey {
  wallet: TreasuryWallet;
}

/** The keys of the wallets that these words make. None for words of a wrong form. */
export function listTonKeys(text: string): TonKey[] {
  const seed = readMnemonicSeed(text);
  if (seed === null) return [];
  return listWallets(readSeed(seed).publicKey).map((wallet) => {
    const address = wallet.address.toString({ bounceable: false });
    return { address, signer: createSeedSigner(seed), wallet };
  });
}

/** The key of this address, else the first one. */
export function chooseTonKey(keys: readonly TonKey[], asked: string | null): TonKey | null {
  return keys.find(({ address }) => asked !== null && isSameAddress("Ton", address, asked)) ?? keys[0] ?? null;
}

export const TON_SETTINGS: SettingSpec<TonConfig, TonKey> = {
  coinType: "ton",
  prefix: "TON",
  endpoints: "TON_API_URLS",
  hasNodeKeys: true,
  hasKms: false,
  algorithm: "ed25519",
  // A masterchain block is final once it is there.
  confirmations: 1,
  readKey: (text, asked) => chooseTonKey(listTonKeys(text), asked),
  keyForm: "the 24 words of a wallet",
  keyOwner: "a wallet v4r2 or v5r1 at ",
  publicTreasury: {
    isRefused: (address) => isPublicTreasury(toAddressKey("Ton", address)),
    reason: "must not be the treasury of npm start: everybody has its key",
  },
  misfits: [
    {
      isRefused: (address) => toAddressKey("Ton", address).startsWith("-1:"),
      reason: "must not be on the masterchain, whose fees are higher",
    },
  ],
  complete: (config, { readText }, key) => ({
    ...config,
    proofDomain: URL.parse(readText("PUBLIC_URL") ?? "")?.host ?? "",
    wallet: key?.wallet ?? null,
  }),
};

/** One wallet as TON Connect's lists of wallets describe it. */
export interface TonConnectWallet {
  readonly app_name: string;
  readonly name: string;
  readonly image: string;
  readonly about_url: string;
  readonly universal_url?: string;
  readonly deepLink?: string;
  readonly bridge: readonly (
    | { readonly type: "sse"; readonly url: string }
    | { readonly type: "js"; readonly key: string }
  )[];
  readonly platforms: readonly string[];
  readonly features?: readonly unknown[];
}

/** The official list as it was on one day: `npm run wallets` reads it anew. */
export interface TonConnectList {
  /** The file's address at its commit. */
  readonly source: string;
  /** The day in UTC, as `2026-11-23`. */
  readonly readOn: string;
  readonly wallets: readonly TonConnectWallet[];
}

export const TON_CONNECT_LIST_FILE = new URL("tonConnectWallets.json", import.meta.url);

/** Whether a text from outside describes a wallet. */
export function isTonConnectWallet(value: unknown): value is TonConnectWallet {
  if (typeof value !== "object" || value === null) return false;
  const { app_name: appName, name, image, about_url: aboutUrl, bridge, platforms } = value as Partial<TonConnectWallet>;
  return (
    [appName, name, image, aboutUrl].every((text) => typeof text === "string") &&
    [bridge, platforms].every(Array.isArray)
  );
}

/** The official list of wallets, all that can send what an app asks them for. */
function readOfficialWallets(): readonly TonConnectWallet[] {
  const { wallets } = JSON.parse(readFileSync(TON_CONNECT_LIST_FILE, "utf8")) as TonConnectList;
  return wallets.filter(({ features = [] }) => features.some(isSending));
}

/** Features are names, or objects that have one. */
function isSending(feature: unknown): boolean {
  const name = typeof feature === "object" && feature !== null && "name" in feature ? feature.name : feature;
  return name === "SendTransaction";
}

/** Wallets that an operator offers instead, in the format of https://config.ton.org/wallets-v2.json. */
function readWallets(reader: SettingReader): readonly TonConnectWallet[] {
  const file = reader.readText("TON_WALLETS_FILE");
  if (file === null) return readOfficialWallets();
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
