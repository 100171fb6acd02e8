import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type {
  AnnouncedWallet,
  ConnectedAccount,
  WalletWatch,
} from "#machines/walletConnection/walletConnection.setup.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { BrowserWallets } from "#src/adapters/wallets/browserWallets.ts";

type WalletType = components["schemas"]["WalletType"];
type Challenge = components["schemas"]["Challenge"];

export interface WalletConnectionDeps {
  /** Of the payment page: speaks with the payment code. */
  api: Api;
  wallets: BrowserWallets;
}

/** Follows the wallet, for its connection and for the review of the payment. */
export async function watchWallet(
  wallets: BrowserWallets,
  { walletType, connectorId, account }: WalletWatch,
  signal: AbortSignal,
): Promise<ConnectedAccount> {
  const wallet = await wallets(walletType, signal);
  return wallet.watch(connectorId, account, signal);
}

/** The page itself says what failed. */
const QUIET = { isQuiet: true };

export function createWalletConnectionActors({ api, wallets }: WalletConnectionDeps) {
  return {
    detect: fromPromise<readonly AnnouncedWallet[], { walletType: WalletType }>(async ({ input, signal }) =>
      (await wallets(input.walletType, signal)).detect(),
    ),
    connect: fromPromise<ConnectedAccount, { walletType: WalletType; connectorId: string }>(async ({ input, signal }) =>
      (await wallets(input.walletType, signal)).connect(input.connectorId),
    ),
    switchNetwork: fromPromise<null, { walletType: WalletType; connectorId: string; networkId: string }>(
      async ({ input, signal }) => {
        await (await wallets(input.walletType, signal)).switchNetwork(input.connectorId, input.networkId);
        return null;
      },
    ),
    watch: fromPromise<ConnectedAccount, WalletWatch>(({ input, signal }) => watchWallet(wallets, input, signal)),
    requestChallenge: fromPromise<Challenge, { type: WalletType; address: string }>(({ input, signal }) =>
      api.call((client) => client.POST("/v1/wallet/challenge", { body: input, signal }), QUIET),
    ),
    sign: fromPromise<string, { walletType: WalletType; connectorId: string; address: string; message: string }>(
      async ({ input, signal }) =>
        (await wallets(input.walletType, signal)).sign(input.connectorId, input.address, input.message),
    ),
    submitProof: fromPromise<null, { type: WalletType; address: string; challengeId: string; signature: string }>(
      async ({ input: { type, address, challengeId, signature }, signal }) => {
        const body = { type, address, proof: { challengeId, signature } };
        await api.call((client) => client.POST("/v1/wallet/bind", { body, signal }), QUIET);
        return null;
      },
    ),
  };
}
