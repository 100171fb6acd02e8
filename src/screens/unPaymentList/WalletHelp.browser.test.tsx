import { expect, it } from "vitest";
import { page } from "vitest/browser";

import walletTexts from "#locales/en/wallet.json";
import type { WalletConnectionView } from "#machines/walletConnection/walletConnection.view.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { WalletHelp } from "./WalletHelp.tsx";

const WRONG_NETWORK: WalletConnectionView = {
  state: "wrongNetwork",
  isBusy: false,
  titleKey: "wallet:connection.state.wrongNetwork",
  walletType: "ETH",
  wallets: [],
  installUrl: null,
  expectedAddress: null,
  address: null,
  canSwitchNetwork: true,
  failureKey: null,
  failureValues: {},
  actions: [],
};

it.each(["wrongNetwork", "wrongAddress", "failed"] as const)("tells what was paid: %s", async (state) => {
  await renderWithTexts(
    <WalletHelp
      view={{ ...WRONG_NETWORK, state }}
      orderId={undefined}
      purpose="payment"
      moneyKey="wallet:payment.money.nothingMore"
      networkName="Sepolia"
      owner={null}
    />,
    { wallet: walletTexts },
  );
  await expect.element(page.getByText(walletTexts.payment.money.nothingMore)).toBeVisible();
});
