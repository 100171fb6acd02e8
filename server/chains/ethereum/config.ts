import { normalizeEthereumAddress } from "#domain/address/ethereum.ts";
import type { SettingReader } from "#server/settingReader.ts";
import type { ConfiguredChain } from "../readChains.ts";
import { connectEthereum } from "./connect.ts";
import { readEthereumFacts } from "./facts.ts";
import { isPublicTreasury, readKeyAddress } from "./treasury.ts";

const CONFIRMATIONS = 12;

export interface EthereumConfig {
  rpcUrls: readonly string[];
  /** Checksum form (EIP-55). */
  treasuryAddress: string;
  confirmations: number;
  /** URL with {txHash} in it, or null for a chain without an explorer. */
  explorerTx: string | null;
}

/** Reads the settings of Ethereum. Null if there are none and ETH is not open. */
export function readEthereum(reader: SettingReader, isNeeded: boolean): ConfiguredChain | null {
  const { readText, readNodes, readAtLeast, fail } = reader;
  const rpcUrls = readNodes("ETH_RPC_URLS");
  const hasTreasury = readText("ETH_TREASURY_ADDRESS") !== null || readText("ETH_TREASURY_KEY") !== null;
  if (rpcUrls.length === 0 && !hasTreasury && !isNeeded) return null;
  if (rpcUrls.length === 0) fail("ETH_RPC_URLS is missing", null);
  const explorerTx = readText("ETH_EXPLORER_TX");
  if (explorerTx !== null && !explorerTx.includes("{txHash}")) fail("ETH_EXPLORER_TX must contain {txHash}", null);
  const config: EthereumConfig = {
    rpcUrls,
    treasuryAddress: readTreasury(reader),
    confirmations: readAtLeast("ETH_CONFIRMATIONS", CONFIRMATIONS),
    explorerTx,
  };
  return {
    facts: readEthereumFacts(config),
    secrets: rpcUrls,
    connect: (logger) => connectEthereum(config, logger),
  };
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
