import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { createActor } from "xstate";

import walletTexts from "#locales/en/wallet.json";
import { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import { viewWalletConnection, type WalletConnectionView } from "#machines/walletConnection/walletConnection.view.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { sampleConnection } from "#tests/support/samples.ts";

import { WalletConnectionActions } from "./WalletControls.tsx";

const FAILED: WalletConnectionView = {
  ...viewWalletConnection(createActor(walletConnectionMachine, { input: sampleConnection }).getSnapshot()),
  state: "failed",
  titleKey: "wallet:connection.state.failed",
  actions: [
    { event: { type: "ui.retry" }, labelKey: "wallet:connection.retry", enabled: true },
    { event: { type: "ui.cancel" }, labelKey: "wallet:connection.cancel", enabled: true },
  ],
};

it.each([
  ["errors:network", ["Try again", "Back"]],
  ["errors:walletUnsupported", ["Back"]],
])("offers a second try only where it can succeed: %s", async (failureKey, names) => {
  await renderWithTexts(
    <AppContext value={createStaticApp()}>
      <WalletConnectionActions view={{ ...FAILED, failureKey }} send={() => undefined} />
    </AppContext>,
    { wallet: walletTexts },
  );
  await expect.element(page.getByRole("button", { name: "Back" })).toBeVisible();
  expect(
    page
      .getByRole("button")
      .elements()
      .map((button) => button.textContent),
  ).toEqual(names);
});
