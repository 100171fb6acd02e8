import { COIN_TYPES, COINS, type CoinType, WALLET_TYPES } from "#domain/coins.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import type { Logger } from "#server/logger.ts";
import type { SettingReader } from "#server/settingReader.ts";
import type { Telemetry } from "#server/telemetry/tracing.ts";
import type { Chain, ChainFacts } from "./chain.ts";
import type { ChainKind, ChainReader, ReaderContext, WalletAccess } from "./chainKind.ts";
import { createChain } from "./createChain.ts";
import { ETHEREUM } from "./ethereum/index.ts";
import { describeFacts } from "./facts.ts";
import { type ChainConfig, type Endpoint, type PayoutLimits, readChainSettings, type TreasuryKey } from "./settings.ts";
import { SOLANA } from "./solana/index.ts";
import { TON } from "./ton/index.ts";
import { TRON } from "./tron/index.ts";
import { USDT } from "./usdt/index.ts";

/** A chain whose settings are there. */
export interface ConfiguredChain {
  facts: ChainFacts;
  payoutLimits: PayoutLimits;
  /** Whether something signs payouts; without it nothing is paid out. */
  hasSigner: boolean;
  /** Values of its settings that no log may show. */
  secrets: readonly string[];
  /** Rejects if no endpoint answers, or if they belong to different chains. */
  connect(logger: Pick<Logger, "warn">, telemetry?: Telemetry | null): Promise<Chain>;
}

export type ConfiguredChains = Readonly<Partial<Record<CoinType, ConfiguredChain>>>;

/** One node of a chain, without settings. */
export interface NodeKind extends Pick<ChainKind, "isAnswer" | "findNetwork" | "hasOldBalances"> {
  createReader: (endpoint: Endpoint, context: ReaderContext, config: null) => ChainReader;
}

interface BuiltChain extends NodeKind, Pick<ChainKind, "parseTxId" | "readAccess"> {
  /** Reads the settings. Null if there are none and the coin is not open. */
  configure(reader: SettingReader, isNeeded: boolean): ConfiguredChain | null;
}

function build<Reader extends ChainReader, Config extends ChainConfig, Key extends TreasuryKey>(
  kind: ChainKind<Reader, Config, Key>,
): BuiltChain {
  return {
    ...kind,
    configure(reader, isNeeded) {
      const settings = readChainSettings(reader, isNeeded, kind.settings);
      if (settings === null) return null;
      const { config, payoutLimits, secrets } = settings;
      return {
        facts: describeFacts(kind, config),
        payoutLimits,
        hasSigner: config.signer !== null,
        secrets,
        connect: (logger, telemetry) => createChain(kind, config, logger, telemetry),
      };
    },
  };
}

const BUILT_CHAINS: Readonly<Record<CoinType, BuiltChain>> = {
  eth: build(ETHEREUM),
  sol: build(SOLANA),
  tron: build(TRON),
  ton: build(TON),
  usdt: build(USDT),
};

/** Like `ChainFacts.parseTxId`, but needs no settings. Null for any other text. */
export function parseTxId(coinType: CoinType, text: string): string | null {
  return BUILT_CHAINS[coinType].parseTxId(text);
}

export function findNodeKind(coinType: CoinType): NodeKind {
  return BUILT_CHAINS[coinType];
}

/** Reads the settings of all chains. Those of `openCoins` are required. */
export function readChains(reader: SettingReader, openCoins: readonly CoinType[]): ConfiguredChains {
  const chains: Partial<Record<CoinType, ConfiguredChain>> = {};
  for (const coinType of COIN_TYPES) {
    const chain = BUILT_CHAINS[coinType].configure(reader, openCoins.includes(coinType));
    if (chain !== null) chains[coinType] = chain;
  }
  return chains;
}

/** What the wallets of the open coins need, and those of a closed coin whose payments still go on: each type once. */
export function readWalletAccess(
  reader: SettingReader,
  publicUrl: string,
  openCoins: readonly CoinType[],
): WalletAccess[] {
  return WALLET_TYPES.flatMap((type) => {
    const coins = coinsOfWallet(type);
    const isOpen = coins.some((coin) => openCoins.includes(coin));
    return BUILT_CHAINS[coins[0]].readAccess?.(reader, publicUrl, isOpen) ?? [];
  });
}

/** Warns the operator that opening any coin but those on TON breaks the messenger's guidelines and terms. */
export function warnOfPolicy(requestedCoins: readonly CoinType[], logger: Pick<Logger, "warn">): void {
  const others = requestedCoins.filter((coin) => COINS[coin].walletType !== COINS.ton.walletType);
  if (others.length === 0) return;
  logger.warn(
    { setting: "COINS", reason: others.join(",") },
    "Telegram's Blockchain Guidelines allow mini-apps only TON and TON Connect, and its bot terms (7.4) forbid even a link to places where other coins are used; COINS holds others",
  );
}
