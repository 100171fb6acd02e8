import { normalizeSolanaAddress } from "#domain/address/solana.ts";
import { COINS } from "#domain/coins.ts";
import type { SettingReader } from "#server/settingReader.ts";
import { createRemoteSigner } from "#server/signers/remoteSigner.ts";
import { createSeedSigner } from "#server/signers/seedSigner.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { ConfiguredChain } from "../readChains.ts";
import { readOldTreasuries } from "../readOldTreasuries.ts";
import { connectSolana } from "./connect.ts";
import { readSolanaFacts } from "./facts.ts";
import { isPublicTreasury, readTreasuryKey } from "./treasury.ts";

/** A block is finalized when so many follow on it; a node's own word decides. */
const CONFIRMATIONS = 32;
const DECIMALS = COINS.sol.baseDecimals;

export interface SolanaConfig {
  rpcUrls: readonly string[];
  treasuryAddress: string;
  /** Addresses that were the treasury before; what still arrives there counts. */
  oldTreasuryAddresses: readonly string[];
  confirmations: number;
  /** URL with {txHash} in it, or null for a chain without an explorer. */
  explorerTx: string | null;
  /** Signs payouts; null where nothing is paid out. */
  signer: Signer | null;
}

/** Reads the settings of Solana. Null if there are none and SOL is not open. */
export function readSolana(reader: SettingReader, isNeeded: boolean): ConfiguredChain | null {
  const { readText, readNodes, readAtLeast, readAmount, fail } = reader;
  const rpcUrls = readNodes("SOL_RPC_URLS");
  const hasTreasury = readText("SOL_TREASURY_ADDRESS") !== null || readText("SOL_TREASURY_KEY") !== null;
  if (rpcUrls.length === 0 && !hasTreasury && !isNeeded) return null;
  if (rpcUrls.length === 0) fail("SOL_RPC_URLS is missing", null);
  const explorerTx = readText("SOL_EXPLORER_TX");
  if (explorerTx !== null && !explorerTx.includes("{txHash}")) fail("SOL_EXPLORER_TX must contain {txHash}", null);
  const treasury = readTreasury(reader);
  const config: SolanaConfig = {
    rpcUrls,
    confirmations: readAtLeast("SOL_CONFIRMATIONS", CONFIRMATIONS),
    explorerTx,
    ...treasury,
    oldTreasuryAddresses: readOldTreasuries(reader, {
      setting: "SOL_OLD_TREASURY_ADDRESSES",
      chainName: "Solana",
      walletType: "Solana",
      treasuryAddress: treasury.treasuryAddress,
      normalize: normalizeSolanaAddress,
      isPublic: isPublicTreasury,
    }),
  };
  return {
    facts: readSolanaFacts(config),
    payoutLimits: {
      personPerDayBase: readAmount("SOL_PAYOUT_DAY_LIMIT", COINS.sol.maxBase, DECIMALS),
      allPerHourBase: readAmount("SOL_PAYOUT_HOUR_LIMIT", COINS.sol.maxBase * 10n, DECIMALS),
    },
    hasSigner: config.signer !== null,
    secrets: [
      ...rpcUrls,
      ...["SOL_TREASURY_KEY", "SOL_SIGNER_URL", "SOL_SIGNER_TOKEN"].flatMap((name) => readText(name) ?? []),
    ],
    connect: (logger) => connectSolana(config, logger),
  };
}

type Treasury = Pick<SolanaConfig, "treasuryAddress" | "signer">;

/** A key in the settings signs here; else a signer that answers at a URL. */
function readTreasury(reader: SettingReader): Treasury {
  const { isProduction, readText, fail } = reader;
  const nothing: Treasury = { treasuryAddress: "", signer: null };
  const text = readText("SOL_TREASURY_ADDRESS");
  const key = readText("SOL_TREASURY_KEY");
  if (text === null && key === null) return fail("SOL_TREASURY_ADDRESS is missing", nothing);
  const address = text === null ? null : normalizeSolanaAddress(text);
  if (text !== null && address === null) return fail("SOL_TREASURY_ADDRESS must be an address of Solana", nothing);
  if (key !== null && readText("SOL_SIGNER_URL") !== null) {
    return fail("give SOL_TREASURY_KEY or SOL_SIGNER_URL, not both", nothing);
  }
  const treasury = key === null ? readNamed(reader, address ?? "") : readKeyed(reader, key, address);
  return isProduction && isPublicTreasury(treasury.treasuryAddress)
    ? fail("SOL_TREASURY_ADDRESS must not be the treasury of npm start: everybody has its key", nothing)
    : treasury;
}

function readKeyed({ fail }: SettingReader, text: string, address: string | null): Treasury {
  const nothing: Treasury = { treasuryAddress: address ?? "", signer: null };
  const key = readTreasuryKey(text);
  if (key === null) return fail("SOL_TREASURY_KEY must be base58 of 64 bytes, as wallets export it", nothing);
  if (address !== null && address !== key.address) {
    return fail("SOL_TREASURY_KEY is not the key of SOL_TREASURY_ADDRESS", nothing);
  }
  return { treasuryAddress: key.address, signer: createSeedSigner(key.seed) };
}

function readNamed({ readText, checkUrl, isProduction, fail }: SettingReader, treasuryAddress: string): Treasury {
  const unsigned: Treasury = { treasuryAddress, signer: null };
  const url = readText("SOL_SIGNER_URL");
  if (url === null) return unsigned;
  checkUrl("SOL_SIGNER_URL", url, isProduction ? ["https"] : ["http", "https"]);
  const token = readText("SOL_SIGNER_TOKEN");
  return token === null
    ? fail("SOL_SIGNER_TOKEN is missing", unsigned)
    : { treasuryAddress, signer: createRemoteSigner({ url, token, algorithm: "ed25519" }) };
}
