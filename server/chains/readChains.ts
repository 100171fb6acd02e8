import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { Logger } from "#server/logger.ts";
import type { SettingReader } from "#server/settingReader.ts";
import type { Chain, ChainFacts } from "./chain.ts";
import { readEthereum } from "./ethereum/config.ts";
import { parseEthereumTxId } from "./ethereum/txId.ts";
import { readSolana } from "./solana/config.ts";
import { parseSolanaTxId } from "./solana/txId.ts";
import { readTon } from "./ton/config.ts";
import { parseTonTxId } from "./ton/txId.ts";
import { readTron } from "./tron/config.ts";
import { parseTronTxId } from "./tron/txId.ts";

/** Base units. What is above them waits for an operator. */
export interface PayoutLimits {
  personPerDayBase: bigint;
  allPerHourBase: bigint;
}

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
  eth: { read: readEthereum, parseTxId: parseEthereumTxId },
  sol: { read: readSolana, parseTxId: parseSolanaTxId },
  tron: { read: readTron, parseTxId: parseTronTxId },
  ton: { read: readTon, parseTxId: parseTonTxId },
};

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
