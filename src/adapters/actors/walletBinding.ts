import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";

import type { Api } from "#src/adapters/api/createApi.ts";

type Wallet = components["schemas"]["Wallet"];
type WalletType = components["schemas"]["WalletType"];

export function createWalletBindingActors({ api }: { api: Api }) {
  return {
    loadWallets: fromPromise<readonly Wallet[], undefined>(async ({ signal }) => {
      const { items } = await api.call((client) => client.GET("/v1/wallet/list", { signal }));
      return items;
    }),
    bindWallet: fromPromise<Wallet, { type: WalletType; address: string }>(async ({ input, signal }) => {
      const { wallet } = await api.call((client) => client.POST("/v1/wallet/bind", { body: input, signal }));
      return wallet;
    }),
    unbindWallet: fromPromise<null, { walletId: string }>(async ({ input, signal }) => {
      await api.call((client) => client.POST("/v1/wallet/unbind", { body: input, signal }));
      return null;
    }),
  };
}
