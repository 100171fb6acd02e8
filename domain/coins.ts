export const COIN_TYPES = ["eth", "sol", "tron", "ton", "usdt"] as const;
export type CoinType = (typeof COIN_TYPES)[number];

export const WALLET_TYPES = ["ETH", "Solana", "Tron", "Ton"] as const;
export type WalletType = (typeof WALLET_TYPES)[number];

/**
 * A coin and its limits per send. `min` and `max` are whole-coin decimal strings, `minBase` and `maxBase` base units.
 */
export interface Coin {
  coinType: CoinType;
  walletType: WalletType;
  /** Names the coin where a coin or a type of wallet is chosen. */
  label: string;
  /** Stands beside amounts, in every language. */
  ticker: string;
  /** The network, named with an amount where it moves and no server says its own name. */
  network: string;
  /** Digits between the whole coin and its base unit (wei, lamport, sun, nano). */
  baseDecimals: number;
  min: string;
  max: string;
  minBase: bigint;
  maxBase: bigint;
  /** Decimals allowed in a typed amount and in each share. */
  decimals: 6;
  /** Whether whoever sends types the reference as a comment; on other chains only a wallet's link can carry one. */
  isReferenceTyped: boolean;
  /** Characters allowed in an amount field. */
  maxInputLength: number;
}

/** SPEC section 5. The limits apply to a typed amount and to each share. */
export const COINS: Readonly<Record<CoinType, Coin>> = {
  eth: {
    coinType: "eth",
    walletType: "ETH",
    label: "ETH",
    ticker: "ETH",
    network: "Ethereum",
    baseDecimals: 18,
    min: "0.000001",
    max: "10",
    minBase: 10n ** 12n,
    maxBase: 10n * 10n ** 18n,
    decimals: 6,
    isReferenceTyped: false,
    maxInputLength: 9,
  },
  sol: {
    coinType: "sol",
    walletType: "Solana",
    label: "Solana",
    ticker: "SOL",
    network: "Solana",
    baseDecimals: 9,
    min: "0.000001",
    max: "10",
    minBase: 10n ** 3n,
    maxBase: 10n * 10n ** 9n,
    decimals: 6,
    isReferenceTyped: false,
    maxInputLength: 9,
  },
  tron: {
    coinType: "tron",
    walletType: "Tron",
    label: "Tron",
    ticker: "TRX",
    network: "Tron",
    baseDecimals: 6,
    min: "1",
    max: "10000",
    minBase: 10n ** 6n,
    maxBase: 10_000n * 10n ** 6n,
    decimals: 6,
    isReferenceTyped: false,
    maxInputLength: 12,
  },
  ton: {
    coinType: "ton",
    walletType: "Ton",
    label: "Ton",
    ticker: "GRAM",
    network: "TON",
    baseDecimals: 9,
    min: "0.000001",
    max: "10",
    minBase: 10n ** 3n,
    maxBase: 10n * 10n ** 9n,
    decimals: 6,
    isReferenceTyped: true,
    maxInputLength: 9,
  },
  usdt: {
    coinType: "usdt",
    walletType: "Ton",
    label: "USDT",
    ticker: "USDT",
    network: "TON",
    baseDecimals: 6,
    min: "0.01",
    max: "1000",
    minBase: 10n ** 4n,
    maxBase: 1_000n * 10n ** 6n,
    decimals: 6,
    isReferenceTyped: true,
    maxInputLength: 11,
  },
};
