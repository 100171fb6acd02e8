import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import { provideAll } from "#machines/kit/provideAll.ts";
import {
  type AnnouncedWallet,
  type ConnectedAccount,
  type ConnectionAnswer,
  type ConnectionRequest,
  walletConnectionMachine,
  type WalletWatch,
} from "#machines/walletConnection/walletConnection.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { bindWallet } from "#src/adapters/api/trySecured.ts";
import type { BrowserWallets } from "#src/adapters/wallets/browserWallets.ts";

import { createSecurityCodePrompt } from "./securityCodePrompt.ts";
import { watchWallet } from "./watchWallet.ts";

type WalletType = components["schemas"]["WalletType"];
type Wallet = components["schemas"]["Wallet"];
type WalletProof = components["schemas"]["WalletProof"];
type Challenge = components["schemas"]["Challenge"];

export interface WalletConnectionDeps {
  /** Speaks with the payment code on the payment page, and with the bearer in the app. */
  api: Api;
  wallets: BrowserWallets;
}

/** The connection as other charts invoke it. */
export function createWalletConnection(deps: WalletConnectionDeps) {
  return provideAll(walletConnectionMachine, createWalletConnectionActors(deps));
}

function createWalletConnectionActors({ api, wallets }: WalletConnectionDeps) {
  return {
    detect: fromPromise<readonly AnnouncedWallet[], { walletType: WalletType }>(async ({ input, signal }) =>
      (await wallets(input.walletType, signal)).detect(),
    ),
    connect: fromPromise<ConnectionAnswer, ConnectionRequest>(async ({ input, signal }) =>
      (await wallets(input.walletType, signal)).connect(input, signal),
    ),
    switchNetwork: fromPromise<null, { walletType: WalletType; connectorId: string; networkId: string }>(
      async ({ input, signal }) => {
        await (await wallets(input.walletType, signal)).switchNetwork(input.connectorId, input.networkId);
        return null;
      },
    ),
    watch: fromPromise<ConnectedAccount, WalletWatch>(({ input, signal }) => watchWallet(wallets, input, signal)),
    requestChallenge: fromPromise<Challenge, { type: WalletType; address: string | null }>(
      ({ input: { type, address }, signal }) => {
        const body = { type, ...(address === null ? {} : { address }) };
        return api.post("/v1/wallet/challenge", body, signal);
      },
    ),
    sign: fromPromise<string, { walletType: WalletType; connectorId: string; address: string; message: string }>(
      async ({ input, signal }) =>
        (await wallets(input.walletType, signal)).sign(input.connectorId, input.address, input.message),
    ),
    submitProof: fromPromise<Wallet, { type: WalletType; address: string; proof: WalletProof }>(({ input, signal }) =>
      bindWallet(api, input, {}, signal),
    ),
    securityCodePrompt: createSecurityCodePrompt({ api }),
  };
}
