import type { ActorsOf } from "#machines/kit/provide.ts";
import { fromPromise } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { type WalletBindingInput, walletBindingMachine } from "#machines/walletBinding/walletBinding.machine.ts";
import { viewWalletBinding } from "#machines/walletBinding/walletBinding.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { bindWallet, unbindWallet } from "#src/adapters/api/trySecured.ts";
import { readSystemInfo } from "#src/adapters/readSystemInfo.ts";
import { type BrowserWallets, createAppWallets } from "#src/adapters/wallets/browserWallets.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { defineFlow } from "./flow.ts";
import { createSecurityCodePrompt } from "./securityCodePrompt.ts";
import { createWalletConnection } from "./walletConnection.ts";

type WalletType = components["schemas"]["WalletType"];

interface WalletBindingDeps {
  api: Api;
  wallets: BrowserWallets;
  readSystemInfo: () => Promise<components["schemas"]["SystemInfo"]>;
  /** Leaves every other type out; all open ones where it is not given. */
  onlyType?: WalletType;
}

export function createWalletBindingActors({
  api,
  wallets,
  readSystemInfo,
  onlyType,
}: WalletBindingDeps): ActorsOf<typeof walletBindingMachine> {
  const isWanted = (type: WalletType) => onlyType === undefined || type === onlyType;
  return {
    loadWallets: fromPromise(async ({ signal }) => {
      const [{ items, openTypes, blockingTypes }, { coins, payoutCoins, userPackConfig }] = await Promise.all([
        api.get("/v1/wallet/list", {}, signal, { hasToast: true }),
        readSystemInfo(),
      ]);
      const walletTypes = openTypes.filter(isWanted);
      const wallets = items.filter(({ type }) => isWanted(type));
      return {
        wallets,
        walletTypes,
        payingTypes: coins.map(({ coinType }) => COINS[coinType].walletType),
        networkIds: Object.fromEntries(
          [...payoutCoins, ...coins]
            .map(({ coinType, network }) => [COINS[coinType].walletType, network?.id] as const)
            .filter(([type, id]) => id !== undefined && walletTypes.includes(type)),
        ),
        blockingTypes,
        // Those of other types take room too.
        maxWallets: userPackConfig.maxWallets - (items.length - wallets.length),
      };
    }),
    bindWallet: fromPromise(({ input, signal }) => bindWallet(api, input, {}, signal)),
    unbindWallet: fromPromise(async ({ input, signal }) => {
      await unbindWallet(api, input, {}, signal);
      return null;
    }),
    securityCodePrompt: createSecurityCodePrompt({ api }),
    walletConnection: createWalletConnection({ api, wallets }),
  };
}

/** What the page was opened for. */
export type AskedBinding = Pick<WalletBindingInput, "walletType">;

/** `draftKey`: where what was typed and not bound is among the drafts. */
function defineBinding(name: "walletBinding" | "ethereumBinding", draftKey: string, onlyType?: WalletType) {
  return defineFlow(
    name,
    walletBindingMachine,
    ({ api, root }) =>
      createWalletBindingActors({
        api,
        wallets: createAppWallets(root),
        readSystemInfo: () => readSystemInfo(root),
        ...(onlyType && { onlyType }),
      }),
    viewWalletBinding,
    {
      prepare: ({ drafts }, { walletType }: AskedBinding) => ({
        draftKey,
        input: { walletType, walletKinds: MESSENGER_WALLET_KINDS, address: drafts.read(draftKey) ?? "" },
      }),
    },
  );
}

/** Open with `{ type: "ui.open" }`. */
export const walletBindingFlow = defineBinding("walletBinding", "wallet");

/** Wallets of Ethereum alone. Open with `{ type: "ui.open" }`. */
export const ethereumBindingFlow = defineBinding("ethereumBinding", "ethereumWallet", "ETH");
