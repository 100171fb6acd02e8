import { COINS, type WalletType } from "#domain/coins.ts";
import type { WalletFailureReason } from "#machines/kit/failure.ts";

/** A message that the wallets of a coin can cause. */
export interface WalletMessage {
  readonly reason: WalletFailureReason;
  readonly walletType: WalletType;
}

const NO_LOGIN = "it has no login, and is locked where it shows no account";
const NO_LINK = "wallet:failure.connectionFailed says it";
const NO_END = "what it signs does not run out";
const LATE_FAILS = "wallet:failure.payFailed says it";
const NO_NODE = "the page asks no node; the server says that the network does not answer";

/** Why the wallets of a coin cannot cause a message. All others are seen in the story of the coin. */
const IMPOSSIBLE: Readonly<Record<WalletFailureReason, Readonly<Partial<Record<WalletType, string>>>>> = {
  notInstalled: { Ton: "the list always has wallets that a link reaches" },
  notLoggedIn: { ETH: NO_LOGIN, Solana: NO_LOGIN, Ton: NO_LOGIN },
  locked: { Ton: "TON Connect does not tell whether a wallet is locked" },
  denied: {},
  cancelled: {},
  notConnected: {},
  connectionFailed: { Tron: "wallet:failure.linkFailed says it" },
  linkFailed: { ETH: NO_LINK, Solana: NO_LINK, Ton: NO_LINK },
  linkTimeout: {},
  payFailed: {},
  signedTooLate: { ETH: NO_END, Tron: LATE_FAILS, Ton: LATE_FAILS },
  wrongNetwork: {},
  addressMismatch: {},
  insufficientBalance: {},
  balanceUnavailable: { ETH: NO_NODE, Ton: NO_NODE },
  rpcUnreachable: { ETH: NO_NODE, Ton: NO_NODE },
  confirmationTimeout: {},
};

/** Every message with every coin whose wallets can cause it. */
export function listWalletMessages(): readonly WalletMessage[] {
  const walletTypes = Object.values(COINS).map(({ walletType }) => walletType);
  return (Object.keys(IMPOSSIBLE) as WalletFailureReason[]).flatMap((reason) =>
    walletTypes
      .filter((walletType) => IMPOSSIBLE[reason][walletType] === undefined)
      .map((walletType) => ({ reason, walletType })),
  );
}
