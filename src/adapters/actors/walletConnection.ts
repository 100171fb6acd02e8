import { fromPromise } from "xstate";

import { type ActorsOf, provideAll } from "#machines/kit/provide.ts";
import { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { bindWallet } from "#src/adapters/api/trySecured.ts";
import type { BrowserWallets } from "#src/adapters/wallets/browserWallets.ts";

import { createSecurityCodePrompt } from "./securityCodePrompt.ts";
import { watchWallet } from "./watchWallet.ts";

export interface WalletConnectionDeps {
  /** Speaks with the payment code on the payment page, and with the bearer in the app. */
  api: Api;
  wallets: BrowserWallets;
}

/** The connection as other charts invoke it. */
export function createWalletConnection(deps: WalletConnectionDeps) {
  return provideAll(walletConnectionMachine, createWalletConnectionActors(deps));
}

function createWalletConnectionActors({
  api,
  wallets,
}: WalletConnectionDeps): ActorsOf<typeof walletConnectionMachine> {
  return {
    detect: fromPromise(async ({ input, signal }) => (await wallets(input.walletType, signal)).detect()),
    connect: fromPromise(async ({ input, signal }) => (await wallets(input.walletType, signal)).connect(input, signal)),
    switchNetwork: fromPromise(async ({ input, signal }) => {
      await (await wallets(input.walletType, signal)).switchNetwork(input.connectorId, input.networkId);
      return null;
    }),
    watch: fromPromise(({ input, signal }) => watchWallet(wallets, input, signal)),
    requestChallenge: fromPromise(({ input: { type, address }, signal }) => {
      const body = { type, ...(address === null ? {} : { address }) };
      return api.post("/v1/wallet/challenge", body, signal);
    }),
    sign: fromPromise(async ({ input, signal }) =>
      (await wallets(input.walletType, signal)).sign(input.connectorId, input.address, input.message),
    ),
    submitProof: fromPromise(({ input, signal }) => bindWallet(api, input, {}, signal)),
    securityCodePrompt: createSecurityCodePrompt({ api }),
  };
}
