import { COINS, type CoinType } from "#domain/coins.ts";
import type { WalletConnectionInput } from "#machines/walletConnection/walletConnection.machine.ts";
import { describeKind } from "#machines/walletConnection/walletKind.ts";
import { readSystemInfo } from "#src/adapters/readSystemInfo.ts";
import { createAppWallets } from "#src/adapters/wallets/browserWallets.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import type { App } from "#src/createApp.ts";

import { createWalletConnection } from "./walletConnection.ts";

/** Connects the wallet that an envelope is paid from, where none of the coin is bound. */
export function createSendConnection({ api, root }: Pick<App, "api" | "root">) {
  return {
    logic: createWalletConnection({ api, wallets: createAppWallets(root) }),
    input: async (coinType: CoinType, signal: AbortSignal): Promise<WalletConnectionInput> => {
      const { walletType } = COINS[coinType];
      const [{ blockingTypes }, { coins }] = await Promise.all([
        api.get("/v1/wallet/list", {}, signal),
        readSystemInfo(root),
      ]);
      const isBlocking = blockingTypes.includes(walletType);
      return {
        ...describeKind(walletType, MESSENGER_WALLET_KINDS),
        expectedAddress: null,
        networkId: coins.find((coin) => coin.coinType === coinType)?.network?.id ?? null,
        isProven: false,
        isBlocking,
        // The form says whose account the wallet is proven for. That it blocks withdrawals is told before the proof.
        isExplained: !isBlocking,
        hasReference: false,
        connectorId: null,
      };
    },
  };
}
