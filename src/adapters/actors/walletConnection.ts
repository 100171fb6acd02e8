import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { ActorsOf } from "#machines/kit/provideAll.ts";
import { isSecurityCodeAsked } from "#machines/securityCodePrompt/securedAttempt.ts";
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

type WalletType = components["schemas"]["WalletType"];
type Wallet = components["schemas"]["Wallet"];
type WalletProof = components["schemas"]["WalletProof"];
type Challenge = components["schemas"]["Challenge"];

export interface WalletConnectionDeps {
  /** Speaks with the payment code on the payment page, and with the bearer in the app. */
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

/** The connection as other charts invoke it. */
export function createWalletConnection(deps: WalletConnectionDeps) {
  const actors = createWalletConnectionActors({
    ...deps,
    loadPrompt: async () => {
      const { createSecurityCodePrompt } = await import("./securityCodePrompt.ts");
      Object.assign(logic.implementations.actors, { securityCodePrompt: createSecurityCodePrompt(deps) });
    },
  });
  const logic = walletConnectionMachine.provide({
    actors: actors satisfies Omit<ActorsOf<typeof walletConnectionMachine>, "securityCodePrompt">,
  });
  return logic;
}

interface ConnectionActorsDeps extends WalletConnectionDeps {
  /** Has the chart know what asks for the security code. */
  loadPrompt: () => Promise<void>;
}

function createWalletConnectionActors({ api, wallets, loadPrompt }: ConnectionActorsDeps) {
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
        return api.call((client) => client.POST("/v1/wallet/challenge", { body, signal }));
      },
    ),
    sign: fromPromise<string, { walletType: WalletType; connectorId: string; address: string; message: string }>(
      async ({ input, signal }) =>
        (await wallets(input.walletType, signal)).sign(input.connectorId, input.address, input.message),
    ),
    submitProof: fromPromise<Wallet, { type: WalletType; address: string; proof: WalletProof }>(
      async ({ input, signal }) => {
        try {
          return await bindWallet(api, input, {}, signal);
        } catch (error) {
          if (isSecurityCodeAsked(error)) await loadPrompt();
          throw error;
        }
      },
    ),
  };
}
