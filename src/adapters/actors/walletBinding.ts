import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import type { WalletOptions } from "#machines/walletBinding/walletBinding.setup.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { bindWallet, unbindWallet } from "#src/adapters/api/trySecured.ts";

import { createSecurityCodePrompt } from "./securityCodePrompt.ts";

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
    bindWallet: fromPromise<Wallet, { type: WalletType; address: string }>(({ input, signal }) =>
      bindWallet(api, input, {}, signal),
    ),
    unbindWallet: fromPromise<null, { walletId: string }>(async ({ input, signal }) => {
      await unbindWallet(api, input, {}, signal);
      return null;
    }),
    securityCodePrompt: createSecurityCodePrompt({ api }),
  };
}
