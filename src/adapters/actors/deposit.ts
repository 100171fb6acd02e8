import type { ActorsOf } from "#machines/kit/provide.ts";
import { fromPromise } from "xstate";

import { isAmountText } from "#domain/money/amount.ts";
import { type DepositInput, depositMachine } from "#machines/deposit/deposit.machine.ts";
import { viewDeposit } from "#machines/deposit/deposit.view.ts";
import { type KeptAttempts, openWalletAttempts } from "#src/adapters/walletAttempts.ts";
import type { App } from "#src/createApp.ts";
import { createAppWallets } from "#src/adapters/wallets/browserWallets.ts";
import { rejectWallet } from "#src/adapters/wallets/rejectWallet.ts";

import { loadDepositInfo } from "./depositInfo.ts";
import { defineFlow } from "./flow.ts";
import { createWalletConnection, type WalletConnectionDeps } from "./walletConnection.ts";
import { watchWallet } from "./watchWallet.ts";

function createDepositActors({ api, wallets }: WalletConnectionDeps): ActorsOf<typeof depositMachine> {
  return {
    walletConnection: createWalletConnection({ api, wallets }),
    watchWallet: fromPromise(({ input, signal }) => watchWallet(wallets, input, signal)),
    loadInfo: fromPromise(({ input, signal }) => loadDepositInfo(api, input, signal)),
    pay: fromPromise(async ({ input, signal }) => {
      const { walletType, from, amount, info } = input;
      const query = { coinType: info.coinType, from, amount };
      const [wallet, request] = await Promise.all([
        wallets(walletType, signal),
        api.get("/v1/wallet/depositRequest", query, signal),
      ]);
      await (wallet.payIn ?? (() => rejectWallet("notInstalled")))(request);
      return null;
    }),
  };
}

export const depositFlow = defineFlow(
  "deposit",
  depositMachine,
  ({ api, root }) => createDepositActors({ api, wallets: createAppWallets(root) }),
  viewDeposit,
  {
    prepare: (app, asked: Omit<DepositInput, "askedAmount">) => {
      app.attempts = openAttempts(app.root);
      const amount = app.attempts?.read().get(asked.info.coinType) ?? "";
      return { input: { ...asked, askedAmount: isAmountText(amount) ? amount : null } };
    },
  },
);

/** Of who is logged in here; the storage names whoever logged in last in any tab. */
function openAttempts(root: App["root"]): KeptAttempts | null {
  const userId = root.getSnapshot().children.session?.getSnapshot().context.userId ?? null;
  return userId === null ? null : openWalletAttempts(userId);
}
