import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { Failure } from "#machines/failure.ts";

import { getBrowserWallet, type WalletConnectionDeps } from "./walletConnection.ts";

type Wallet = components["schemas"]["Wallet"];
type WalletType = components["schemas"]["WalletType"];
type WalletProof = components["schemas"]["WalletProof"];

export function createWalletBindingActors({ api, wallets }: WalletConnectionDeps) {
  return {
    loadWallets: fromPromise<readonly Wallet[], undefined>(async ({ signal }) => {
      const { items } = await api.call((client) => client.GET("/v1/wallet/list", { signal }));
      return items;
    }),
    prove: fromPromise<WalletProof, { type: WalletType; address: string }>(async ({ input, signal }) => {
      const wallet = getBrowserWallet(wallets, input.type);
      const [announced] = await wallet.detect();
      if (announced === undefined) throw { kind: "wallet", reason: "notInstalled" } satisfies Failure;
      const account = await wallet.connect(announced.connectorId);
      if (account.address.toLowerCase() !== input.address.toLowerCase()) {
        throw { kind: "wallet", reason: "addressMismatch" } satisfies Failure;
      }
      const { challengeId, message } = await api.call((client) =>
        client.POST("/v1/wallet/challenge", { body: input, signal }),
      );
      return { challengeId, signature: await wallet.sign(announced.connectorId, account.address, message) };
    }),
    bindWallet: fromPromise<Wallet, { type: WalletType; address: string; proof: WalletProof | null }>(
      async ({ input: { type, address, proof }, signal }) => {
        const body = { type, address, ...(proof === null ? {} : { proof }) };
        const { wallet } = await api.call((client) => client.POST("/v1/wallet/bind", { body, signal }));
        return wallet;
      },
    ),
    unbindWallet: fromPromise<null, { walletId: string }>(async ({ input, signal }) => {
      await api.call((client) => client.POST("/v1/wallet/unbind", { body: input, signal }));
      return null;
    }),
  };
}
