import { existsSync } from "node:fs";
import path from "node:path";
import { isSameAddress, toAddressKey } from "#domain/address/addressKey.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { SettingReader } from "#server/settingReader.ts";
import { createKmsSigner, loadKmsClient } from "#server/signers/kmsSigner.ts";
import { createRemoteSigner } from "#server/signers/remoteSigner.ts";
import type { Signer } from "#server/signers/signer.ts";

export interface Endpoint {
  url: string;
  apiKey: string | null;
}

/** What the settings say of a chain. */
export interface ChainConfig {
  endpoints: readonly Endpoint[];
  /** In the chain's canonical form. */
  treasuryAddress: string;
  /** Addresses that were the treasury before; what still arrives there counts. */
  oldTreasuryAddresses: readonly string[];
  confirmations: number;
  /** URL with {txHash} in it, or null for a chain without an explorer. */
  explorerTx: string | null;
  /** What a payout costs its owner, in base units; left out where the network decides. */
  payoutFeeBase?: bigint;
  /** Signs payouts; null where nothing is paid out. */
  signer: Signer | null;
}

/** Base units. What is above them waits for an operator. */
export interface PayoutLimits {
  personPerDayBase: bigint;
  allPerHourBase: bigint;
}

/** What a treasury's private key gives. */
export interface TreasuryKey {
  address: string;
  signer: Signer;
}

/** An address that is no treasury, and the words after the setting's name that say so. */
interface Refusal {
  isRefused: (address: string) => boolean;
  reason: string;
}

export interface SpecFacts {
  coinType: CoinType;
  /** Its settings' names begin with it. */
  prefix: string;
  /** The network's own coin, where that pays what moving this one costs. */
  fuelCoin?: CoinType;
  /** The setting that names the endpoints. */
  endpoints: string;
  /** The prefix of the settings of its nodes, where another chain of the network names them. */
  nodePrefix?: string;
  /** Whether each endpoint may need a key of its own. */
  hasNodeKeys: boolean;
  /** Whether a key service can sign. */
  hasKms: boolean;
  algorithm: Signer["algorithm"];
  /** Production accepts no fewer. */
  confirmations: number;
  /** What a key must be, in words. */
  keyForm: string;
  /** What a key is the key of, in words before the setting of the address. */
  keyOwner: string;
  /** Addresses whose private key everyone knows. */
  publicTreasury: Refusal;
  misfits: readonly Refusal[];
}

/** How the settings of one chain are read. */
export interface SettingSpec<Config extends ChainConfig, Key extends TreasuryKey> extends SpecFacts {
  /** `address` is the one of the settings, or null. Null for a key of a wrong form. */
  readKey: (text: string, address: string | null) => Key | null;
  /** Adds what only this chain reads. */
  complete: (config: ChainConfig, reader: SettingReader, key: Key | null) => Config;
}

/** The names of a chain's settings. */
export function nameSettings({
  prefix,
  endpoints,
  nodePrefix = prefix,
}: Pick<SpecFacts, "prefix" | "endpoints" | "nodePrefix">) {
  return {
    endpoints,
    treasury: `${prefix}_TREASURY_ADDRESS`,
    oldTreasuries: `${prefix}_OLD_TREASURY_ADDRESSES`,
    treasuryKey: `${prefix}_TREASURY_KEY`,
    signerUrl: `${prefix}_SIGNER_URL`,
    signerToken: `${prefix}_SIGNER_TOKEN`,
    kmsModule: `${prefix}_KMS_MODULE`,
    nodeKeys: `${nodePrefix}_API_KEY`,
    explorer: `${nodePrefix}_EXPLORER_TX`,
    confirmations: `${nodePrefix}_CONFIRMATIONS`,
    dayLimit: `${prefix}_PAYOUT_DAY_LIMIT`,
    hourLimit: `${prefix}_PAYOUT_HOUR_LIMIT`,
  };
}

type Names = ReturnType<typeof nameSettings>;

export interface ReadSettings<Config extends ChainConfig> {
  config: Config;
  payoutLimits: PayoutLimits;
  /** Values that no log may show. */
  secrets: readonly string[];
}

/** Reads the settings of a chain. Null if there are none and its coin is not open. */
export function readChainSettings<Config extends ChainConfig, Key extends TreasuryKey>(
  reader: SettingReader,
  isNeeded: boolean,
  spec: SettingSpec<Config, Key>,
): ReadSettings<Config> | null {
  const { readText, readNodes, readAtLeast, readAmount, fail } = reader;
  const names = nameSettings(spec);
  const urls = readNodes(names.endpoints);
  const hasTreasury = readText(names.treasury) !== null || readText(names.treasuryKey) !== null;
  // Nodes that another chain shares say nothing of this one.
  const isConfigured = hasTreasury || (urls.length > 0 && spec.nodePrefix === undefined);
  if (!isConfigured && !isNeeded) return null;
  if (urls.length === 0) fail(`${names.endpoints} is missing`, null);
  const explorerTx = readText(names.explorer);
  if (explorerTx !== null && !explorerTx.includes("{txHash}")) fail(`${names.explorer} must contain {txHash}`, null);
  const nodeKeys = spec.hasNodeKeys ? (readText(names.nodeKeys) ?? "").split(",").map((key) => key.trim()) : [];
  const { treasuryAddress, key } = readTreasury(reader, spec, names);
  const config: ChainConfig = {
    // A key goes to the node of its place alone: another provider has no use for it.
    endpoints: urls.map((url, place) => {
      const apiKey = nodeKeys[place] ?? "";
      return { url, apiKey: apiKey === "" ? null : apiKey };
    }),
    treasuryAddress,
    oldTreasuryAddresses: readOldTreasuries(reader, spec, names, treasuryAddress),
    confirmations: readAtLeast(names.confirmations, spec.confirmations),
    explorerTx,
    signer: readSigner(reader, spec, names, key),
  };
  const { maxBase, baseDecimals } = COINS[spec.coinType];
  return {
    config: spec.complete(config, reader, key),
    payoutLimits: {
      personPerDayBase: readAmount(names.dayLimit, maxBase, baseDecimals),
      allPerHourBase: readAmount(names.hourLimit, maxBase * 10n, baseDecimals),
    },
    secrets: [
      ...urls,
      ...nodeKeys.filter((apiKey) => apiKey !== ""),
      ...[names.treasuryKey, names.signerUrl, names.signerToken].flatMap((name) => readText(name) ?? []),
    ],
  };
}

interface Treasury<Key> {
  treasuryAddress: string;
  key: Key | null;
}

/** A key alone gives its address; both must agree. */
function readTreasury<Config extends ChainConfig, Key extends TreasuryKey>(
  { isProduction, readText, fail }: SettingReader,
  { coinType, readKey, keyForm, keyOwner, publicTreasury, misfits }: SettingSpec<Config, Key>,
  { treasury: setting, treasuryKey }: Names,
): Treasury<Key> {
  const nothing: Treasury<Key> = { treasuryAddress: "", key: null };
  const { walletType, network } = COINS[coinType];
  const text = readText(setting);
  const keyText = readText(treasuryKey);
  if (text === null && keyText === null) return fail(`${setting} is missing`, nothing);
  const address = text === null ? null : ADDRESS_RULES[walletType].normalize(text);
  if (text !== null && address === null) return fail(`${setting} must be an address of ${network}`, nothing);
  const key = keyText === null ? null : readKey(keyText, address);
  if (keyText !== null && key === null) return fail(`${treasuryKey} must be ${keyForm}`, nothing);
  if (address !== null && key !== null && !isSameAddress(walletType, address, key.address)) {
    return fail(`${treasuryKey} is not the key of ${keyOwner}${setting}`, nothing);
  }
  const treasuryAddress = address ?? key?.address ?? "";
  const refusals = isProduction ? [...misfits, publicTreasury] : misfits;
  const refusal = refusals.find(({ isRefused }) => isRefused(treasuryAddress));
  return refusal === undefined ? { treasuryAddress, key } : fail(`${setting} ${refusal.reason}`, nothing);
}

/** A key in the settings signs here; else a signer that answers at a URL, or a key service. */
function readSigner(
  { readText, checkUrl, isProduction, fail }: SettingReader,
  { hasKms, algorithm }: SpecFacts,
  { treasuryKey, signerUrl, signerToken, kmsModule }: Names,
  key: TreasuryKey | null,
): Signer | null {
  const url = readText(signerUrl);
  const kms = hasKms ? readText(kmsModule) : null;
  const given = [readText(treasuryKey), url, kms].filter((text) => text !== null);
  if (given.length > 1) {
    return hasKms
      ? fail(`give one of ${treasuryKey}, ${signerUrl} and ${kmsModule}`, null)
      : fail(`give ${treasuryKey} or ${signerUrl}, not both`, null);
  }
  if (kms !== null) {
    return existsSync(kms)
      ? createKmsSigner(() => loadKmsClient(path.resolve(kms)))
      : fail(`${kmsModule} must be the path of a module`, null);
  }
  if (url === null) return key?.signer ?? null;
  checkUrl(signerUrl, url, isProduction ? ["https"] : ["http", "https"]);
  const token = readText(signerToken);
  return token === null ? fail(`${signerToken} is missing`, null) : createRemoteSigner({ url, token, algorithm });
}

/** The addresses that were the treasury before, in their canonical form. */
function readOldTreasuries(
  { readList, isProduction, fail }: SettingReader,
  { coinType, publicTreasury }: SpecFacts,
  { oldTreasuries: setting }: Names,
  treasuryAddress: string,
): string[] {
  const { walletType, network } = COINS[coinType];
  const seen = new Set<string>();
  return readList(setting).flatMap((text) => {
    const address = ADDRESS_RULES[walletType].normalize(text);
    if (address === null) return fail(`${setting} must be addresses of ${network}, separated by commas`, []);
    const key = toAddressKey(walletType, address);
    if (treasuryAddress !== "" && key === toAddressKey(walletType, treasuryAddress)) {
      return fail(`${setting} must not hold the treasury's present address`, []);
    }
    if (seen.has(key)) return fail(`${setting} must hold each address once`, []);
    seen.add(key);
    if (isProduction && publicTreasury.isRefused(address)) {
      return fail(`${setting} must hold no account of a development node`, []);
    }
    return [address];
  });
}
