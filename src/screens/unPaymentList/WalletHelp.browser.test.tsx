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

const STATES = ["wrongNetwork", "wrongAddress", "failed"] as const;

it.each(
  STATES.flatMap((state) => [
    { state, purpose: "payment" as const, count: 1 },
    { state, purpose: "proof" as const, count: 0 },
  ]),
)("tells of a payment only who pays: $state, $purpose", async ({ state, purpose, count }) => {
  await renderWithTexts(
    <WalletHelp
      view={{ ...WRONG_NETWORK, state }}
      orderId={undefined}
      purpose={purpose}
      networkName="Sepolia"
      owner={null}
    />,
    { wallet: walletTexts },
  );
  expect(page.getByText(walletTexts.payment.money.nothing).elements()).toHaveLength(count);
});
