import { existsSync } from "node:fs";
import path from "node:path";
import { normalizeEthereumAddress } from "#domain/address/ethereum.ts";
import { COINS } from "#domain/coins.ts";
import type { SettingReader } from "#server/settingReader.ts";
import { createKeySigner } from "#server/signers/keySigner.ts";
import { createKmsSigner, loadKmsClient } from "#server/signers/kmsSigner.ts";
import { createRemoteSigner } from "#server/signers/remoteSigner.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { ConfiguredChain } from "../readChains.ts";
import { readOldTreasuries } from "../readOldTreasuries.ts";
import { connectEthereum } from "./connect.ts";
import { readEthereumFacts } from "./facts.ts";
import { isPublicTreasury, readKeyAddress } from "./treasury.ts";

const CONFIRMATIONS = 12;
const DECIMALS = COINS.eth.baseDecimals;

export interface EthereumConfig {
  rpcUrls: readonly string[];
  /** Checksum form (EIP-55). */
  treasuryAddress: string;
  /** Addresses that were the treasury before; what still arrives there counts. */
  oldTreasuryAddresses: readonly string[];
  confirmations: number;
  /** URL with {txHash} in it, or null for a chain without an explorer. */
  explorerTx: string | null;
  /** Signs payouts; null where nothing is paid out. */
  signer: Signer | null;
}

/** Reads the settings of Ethereum. Null if there are none and ETH is not open. */
export function readEthereum(reader: SettingReader, isNeeded: boolean): ConfiguredChain | null {
  const { readText, readNodes, readAtLeast, readAmount, fail } = reader;
  const rpcUrls = readNodes("ETH_RPC_URLS");
  const hasTreasury = readText("ETH_TREASURY_ADDRESS") !== null || readText("ETH_TREASURY_KEY") !== null;
  if (rpcUrls.length === 0 && !hasTreasury && !isNeeded) return null;
  if (rpcUrls.length === 0) fail("ETH_RPC_URLS is missing", null);
  const explorerTx = readText("ETH_EXPLORER_TX");
  if (explorerTx !== null && !explorerTx.includes("{txHash}")) fail("ETH_EXPLORER_TX must contain {txHash}", null);
  const treasuryAddress = readTreasury(reader);
  const config: EthereumConfig = {
    rpcUrls,
    treasuryAddress,
    oldTreasuryAddresses: readOldTreasuries(reader, {
      setting: "ETH_OLD_TREASURY_ADDRESSES",
      chainName: "Ethereum",
      walletType: "ETH",
      treasuryAddress,
      normalize: normalizeEthereumAddress,
      isPublic: isPublicTreasury,
    }),
    confirmations: readAtLeast("ETH_CONFIRMATIONS", CONFIRMATIONS),
    explorerTx,
    signer: readSigner(reader),
  };
  return {
    facts: readEthereumFacts(config),
    payoutLimits: {
      personPerDayBase: readAmount("ETH_PAYOUT_DAY_LIMIT", COINS.eth.maxBase, DECIMALS),
      allPerHourBase: readAmount("ETH_PAYOUT_HOUR_LIMIT", COINS.eth.maxBase * 10n, DECIMALS),
    },
    hasSigner: config.signer !== null,
    secrets: [
      ...rpcUrls,
      ...["ETH_TREASURY_KEY", "ETH_SIGNER_URL", "ETH_SIGNER_TOKEN"].flatMap((name) => readText(name) ?? []),
    ],
    connect: (logger) => connectEthereum(config, logger),
  };
}

/** A key in the settings signs here; else a signer that answers at a URL, or a key service. */
function readSigner({ readText, checkUrl, isProduction, fail }: SettingReader): Signer | null {
  const key = readText("ETH_TREASURY_KEY");
  const url = readText("ETH_SIGNER_URL");
  const kmsModule = readText("ETH_KMS_MODULE");
  if ([key, url, kmsModule].filter((given) => given !== null).length > 1) {
    return fail("give one of ETH_TREASURY_KEY, ETH_SIGNER_URL and ETH_KMS_MODULE", null);
  }
  if (kmsModule !== null) {
    return existsSync(kmsModule)
      ? createKmsSigner(() => loadKmsClient(path.resolve(kmsModule)))
      : fail("ETH_KMS_MODULE must be the path of a module", null);
  }
  // The treasury's own check names a key of a wrong form.
  if (key !== null) return readKeyAddress(key) === null ? null : createKeySigner(key);
  if (url === null) return null;
  checkUrl("ETH_SIGNER_URL", url, isProduction ? ["https"] : ["http", "https"]);
  const token = readText("ETH_SIGNER_TOKEN");
  return token === null
    ? fail("ETH_SIGNER_TOKEN is missing", null)
    : createRemoteSigner({ url, token, algorithm: "secp256k1" });
}

function readTreasury({ isProduction, readText, fail }: SettingReader): string {
  const text = readText("ETH_TREASURY_ADDRESS");
  const key = readText("ETH_TREASURY_KEY");
  if (text === null && key === null) return fail("ETH_TREASURY_ADDRESS is missing", "");
  const address = text === null ? null : normalizeEthereumAddress(text);
  if (text !== null && address === null) return fail("ETH_TREASURY_ADDRESS must be an address of Ethereum", "");
  const keyAddress = key === null ? null : readKeyAddress(key);
  if (key !== null && keyAddress === null) return fail("ETH_TREASURY_KEY must be 0x and 64 hex digits", "");
  if (address !== null && keyAddress !== null && address !== keyAddress) {
    return fail("ETH_TREASURY_KEY is not the key of ETH_TREASURY_ADDRESS", "");
  }
  const treasury = address ?? keyAddress ?? "";
  return isProduction && isPublicTreasury(treasury)
    ? fail("ETH_TREASURY_ADDRESS must be no account of a development node: everybody has its key", "")
    : treasury;
}
