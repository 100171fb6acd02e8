import { normalizeTronAddress } from "#domain/address/tron.ts";
import { COINS } from "#domain/coins.ts";
import type { SettingReader } from "#server/settingReader.ts";
import { createKeySigner } from "#server/signers/keySigner.ts";
import { createRemoteSigner } from "#server/signers/remoteSigner.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { ConfiguredChain } from "../readChains.ts";
import { readOldTreasuries } from "../readOldTreasuries.ts";
import { connectTron } from "./connect.ts";
import { readTronFacts } from "./facts.ts";
import { formatKey, isPublicTreasury, readKeyAddress } from "./treasury.ts";
import type { TronEndpoint } from "./nodeApi.ts";

/** As many producers as make a block solid. */
const CONFIRMATIONS = 19;
const DECIMALS = COINS.tron.baseDecimals;

export interface TronConfig {
  endpoints: readonly TronEndpoint[];
  /** Base58check. */
  treasuryAddress: string;
  /** Addresses that were the treasury before; what still arrives there counts. */
  oldTreasuryAddresses: readonly string[];
  confirmations: number;
  /** URL with {txHash} in it, or null for a chain without an explorer. */
  explorerTx: string | null;
  /** Signs payouts; null where nothing is paid out. */
  signer: Signer | null;
}

/** Reads the settings of Tron. Null if there are none and TRX is not open. */
export function readTron(reader: SettingReader, isNeeded: boolean): ConfiguredChain | null {
  const { readText, readNodes, readAtLeast, readAmount, fail } = reader;
  const urls = readNodes("TRON_API_URLS");
  const hasTreasury = readText("TRON_TREASURY_ADDRESS") !== null || readText("TRON_TREASURY_KEY") !== null;
  if (urls.length === 0 && !hasTreasury && !isNeeded) return null;
  if (urls.length === 0) fail("TRON_API_URLS is missing", null);
  const explorerTx = readText("TRON_EXPLORER_TX");
  if (explorerTx !== null && !explorerTx.includes("{txHash}")) fail("TRON_EXPLORER_TX must contain {txHash}", null);
  const keys = (readText("TRON_API_KEY") ?? "").split(",").map((key) => key.trim());
  const treasuryAddress = readTreasury(reader);
  const config: TronConfig = {
    // A key goes to the node of its place alone: another provider has no use for it.
    endpoints: urls.map((url, place) => {
      const key = keys[place] ?? "";
      return { url, apiKey: key === "" ? null : key };
    }),
    treasuryAddress,
    oldTreasuryAddresses: readOldTreasuries(reader, {
      setting: "TRON_OLD_TREASURY_ADDRESSES",
      chainName: "Tron",
      walletType: "Tron",
      treasuryAddress,
      normalize: normalizeTronAddress,
      isPublic: isPublicTreasury,
    }),
    confirmations: readAtLeast("TRON_CONFIRMATIONS", CONFIRMATIONS),
    explorerTx,
    signer: readSigner(reader),
  };
  return {
    facts: readTronFacts(config),
    payoutLimits: {
      personPerDayBase: readAmount("TRON_PAYOUT_DAY_LIMIT", COINS.tron.maxBase, DECIMALS),
      allPerHourBase: readAmount("TRON_PAYOUT_HOUR_LIMIT", COINS.tron.maxBase * 10n, DECIMALS),
    },
    hasSigner: config.signer !== null,
    secrets: [
      ...urls,
      ...keys.filter((key) => key !== ""),
      ...["TRON_TREASURY_KEY", "TRON_SIGNER_URL", "TRON_SIGNER_TOKEN"].flatMap((name) => readText(name) ?? []),
    ],
    connect: (logger) => connectTron(config, logger),
  };
}

/** A key in the settings signs here; else a signer that answers at a URL. */
function readSigner({ readText, checkUrl, isProduction, fail }: SettingReader): Signer | null {
  const key = readText("TRON_TREASURY_KEY");
  const url = readText("TRON_SIGNER_URL");
  if (key !== null && url !== null) return fail("give TRON_TREASURY_KEY or TRON_SIGNER_URL, not both", null);
  // The treasury's own check names a key of a wrong form.
  if (key !== null) return readKeyAddress(key) === null ? null : createKeySigner(formatKey(key));
  if (url === null) return null;
  checkUrl("TRON_SIGNER_URL", url, isProduction ? ["https"] : ["http", "https"]);
  const token = readText("TRON_SIGNER_TOKEN");
  return token === null
    ? fail("TRON_SIGNER_TOKEN is missing", null)
    : createRemoteSigner({ url, token, algorithm: "secp256k1" });
}

function readTreasury({ isProduction, readText, fail }: SettingReader): string {
  const text = readText("TRON_TREASURY_ADDRESS");
  const key = readText("TRON_TREASURY_KEY");
  if (text === null && key === null) return fail("TRON_TREASURY_ADDRESS is missing", "");
  const address = text === null ? null : normalizeTronAddress(text);
  if (text !== null && address === null) return fail("TRON_TREASURY_ADDRESS must be an address of Tron", "");
  const keyAddress = key === null ? null : readKeyAddress(key);
  if (key !== null && keyAddress === null) return fail("TRON_TREASURY_KEY must be 64 hex digits", "");
  if (address !== null && keyAddress !== null && address !== keyAddress) {
    return fail("TRON_TREASURY_KEY is not the key of TRON_TREASURY_ADDRESS", "");
  }
  const treasury = address ?? keyAddress ?? "";
  return isProduction && isPublicTreasury(treasury)
    ? fail("TRON_TREASURY_ADDRESS must not be the treasury of npm start: everybody has its key", "")
    : treasury;
}
