import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { createActor } from "xstate";

import walletTexts from "#locales/en/wallet.json";
import { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import { viewWalletConnection, type WalletConnectionView } from "#machines/walletConnection/walletConnection.view.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { sampleConnection } from "#tests/support/samples.ts";

import { WalletHelp } from "./WalletConnection.tsx";

const WRONG_NETWORK: WalletConnectionView = {
  ...viewWalletConnection(createActor(walletConnectionMachine, { input: sampleConnection }).getSnapshot()),
  state: "wrongNetwork",
  titleKey: "wallet:connection.state.wrongNetwork",
  actions: [],
};

it.each([
  [walletTexts.connection.proofBlocks, "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
  [walletTexts.connection.proofMayBlock, null],
])("warns before a signature that pauses withdrawals: %s", async (text, expectedAddress) => {
  const show = (isBlocking: boolean) =>
    renderWithTexts(
      <WalletHelp
        view={{ ...WRONG_NETWORK, state: "explainingProof", expectedAddress, isBlocking }}
        orderId={undefined}
        purpose="proof"
        moneyKey={null}
        networkName="Sepolia"
        owner={null}
      />,
      { wallet: walletTexts },
    );
  const warning = page.getByText(text.replace("{{coin}}", "ETH"));
  await show(false);
  expect(warning.elements()).toEqual([]);
  await show(true);
  await expect.element(warning).toBeVisible();
});

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
