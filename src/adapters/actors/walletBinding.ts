import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import type { WalletOptions } from "#machines/walletBinding/walletBinding.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

type Wallet = components["schemas"]["Wallet"];
type WalletType = components["schemas"]["WalletType"];

interface WalletBindingDeps {
  api: Api;
  readSystemInfo: () => Promise<components["schemas"]["SystemInfo"]>;
  /** Leaves every other type out; all open ones where it is not given. */
  onlyType?: WalletType;
}

export function createWalletBindingActors({ api, readSystemInfo, onlyType }: WalletBindingDeps) {
  const isWanted = (type: WalletType) => onlyType === undefined || type === onlyType;
  return {
    loadWallets: fromPromise<WalletOptions, undefined>(async ({ signal }) => {
      const [{ items }, { coins }] = await Promise.all([
        api.call((client) => client.GET("/v1/wallet/list", { signal })),
        readSystemInfo(),
      ]);
      return {
        wallets: items.filter(({ type }) => isWanted(type)),
        walletTypes: coins.map(({ coinType }) => COINS[coinType].walletType).filter(isWanted),
      };
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
