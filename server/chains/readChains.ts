import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { Logger } from "#server/logger.ts";
import type { SettingReader } from "#server/settingReader.ts";
import type { Chain, ChainFacts } from "./chain.ts";
import { connectEthereum } from "./ethereum/connect.ts";
import { readEthereumFacts } from "./ethereum/facts.ts";
import { ETHEREUM_SETTINGS } from "./ethereum/settings.ts";
import { parseEthereumTxId } from "./ethereum/txId.ts";
import {
  type ChainConfig,
  type PayoutLimits,
  readChainSettings,
  type SettingSpec,
  type TreasuryKey,
} from "./settings.ts";
import { connectSolana } from "./solana/connect.ts";
import { readSolanaFacts } from "./solana/facts.ts";
import { SOLANA_SETTINGS } from "./solana/settings.ts";
import { parseSolanaTxId } from "./solana/txId.ts";
import { connectTon } from "./ton/connect.ts";
import { readTonFacts } from "./ton/facts.ts";
import { TON_SETTINGS } from "./ton/settings.ts";
import { parseTonTxId } from "./ton/txId.ts";
import { connectTron } from "./tron/connect.ts";
import { readTronFacts } from "./tron/facts.ts";
import { TRON_SETTINGS } from "./tron/settings.ts";
import { parseTronTxId } from "./tron/txId.ts";

/** A chain whose settings are there. */
export interface ConfiguredChain {
  facts: ChainFacts;
  payoutLimits: PayoutLimits;
  /** Whether something signs payouts; without it nothing is paid out. */
  hasSigner: boolean;
  /** Values of its settings that no log may show. */
  secrets: readonly string[];
  /** Rejects if no endpoint answers, or if they belong to different chains. */
  connect(logger: Pick<Logger, "warn">): Promise<Chain>;
}

export type ConfiguredChains = Readonly<Partial<Record<CoinType, ConfiguredChain>>>;

interface BuiltChain {
  /** Reads the settings. Null if there are none and the coin is not open. */
  read(reader: SettingReader, isNeeded: boolean): ConfiguredChain | null;
  parseTxId(text: string): string | null;
}

const BUILT_CHAINS: Readonly<Record<CoinType, BuiltChain>> = {
  eth: { read: readBy(ETHEREUM_SETTINGS, readEthereumFacts, connectEthereum), parseTxId: parseEthereumTxId },
  sol: { read: readBy(SOLANA_SETTINGS, readSolanaFacts, connectSolana), parseTxId: parseSolanaTxId },
  tron: { read: readBy(TRON_SETTINGS, readTronFacts, connectTron), parseTxId: parseTronTxId },
  ton: { read: readBy(TON_SETTINGS, readTonFacts, connectTon), parseTxId: parseTonTxId },
};

function readBy<Config extends ChainConfig, Key extends TreasuryKey>(
  spec: SettingSpec<Config, Key>,
  readFacts: (config: Config) => ChainFacts,
  connect: (config: Config, logger: Pick<Logger, "warn">) => Promise<Chain>,
): BuiltChain["read"] {
  return (reader, isNeeded) => {
    const settings = readChainSettings(reader, isNeeded, spec);
    if (settings === null) return null;
    const { config, payoutLimits, secrets } = settings;
    return {
      facts: readFacts(config),
      payoutLimits,
      hasSigner: config.signer !== null,
      secrets,
      connect: (logger) => connect(config, logger),
    };
  };
}

/** Like `ChainFacts.parseTxId`, but needs no settings. Null for any other text. */
export function parseTxId(coinType: CoinType, text: string): string | null {
  return BUILT_CHAINS[coinType].parseTxId(text);
}

/** Reads the settings of all chains. Those of `openCoins` are required. */
export function readChains(reader: SettingReader, openCoins: readonly CoinType[]): ConfiguredChains {
  const chains: Partial<Record<CoinType, ConfiguredChain>> = {};
  for (const coinType of COIN_TYPES) {
    const chain = BUILT_CHAINS[coinType].read(reader, openCoins.includes(coinType));
    if (chain !== null) chains[coinType] = chain;
  }
  return chains;
}
