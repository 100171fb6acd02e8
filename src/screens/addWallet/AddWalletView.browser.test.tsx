import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createActor, fromPromise, waitFor } from "xstate";

import type { components } from "#contract/schema.d.ts";
import walletTexts from "#locales/en/wallet.json";
import { walletBindingMachine } from "#machines/walletBinding/walletBinding.machine.ts";
import { viewWalletBinding } from "#machines/walletBinding/walletBinding.view.ts";
import { AppContext } from "#src/hooks/AppContext.ts";
import { createStillApp } from "#tests/gallery/still/createStillApp.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { AddWalletView } from "./AddWalletView.tsx";

type Wallet = components["schemas"]["Wallet"];

const WALLET: Wallet = {
  walletId: "w1",
  type: "ETH",
  address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  proven: false,
};

interface Wallets {
  bound?: readonly Wallet[];
  walletTypes?: readonly Wallet["type"][];
}

/** The screen on its own machine, with one bound wallet by default. */
async function openWallets({ bound = [WALLET], walletTypes = ["ETH"] }: Wallets = {}) {
  const machine = walletBindingMachine.provide({
    actors: { loadWallets: fromPromise<readonly Wallet[], undefined>(() => Promise.resolve(bound)) },
  });
  const actor = createActor(machine, { input: { walletTypes, draft: "" } }).start();
  actor.send({ type: "ui.open" });
  await waitFor(actor, (snapshot) => snapshot.matches("choosing"), { timeout: 1000 });
  function Stage() {
    const snapshot = useSnapshot(actor);
    return (
      <AddWalletView
        networks={{ ETH: "Sepolia" }}
        view={viewWalletBinding(snapshot)}
        send={(event) => {
          actor.send(event);
        }}
      />
    );
  }
  await renderWithTexts(
    <AppContext value={createStillApp()}>
      <Stage />
    </AppContext>,
    { wallet: walletTexts },
  );
}

it("gives the focus back to the button that asked, when a wallet is not unbound after all", async () => {
  await openWallets();
  const unbind = page.getByRole("button", { name: "Unbind", exact: true });
  unbind.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(unbind).toHaveFocus();
});

it("names the network in the form and in what is wrong with it", async () => {
  await openWallets({ bound: [] });
  const field = page.getByRole("textbox", { name: "Wallet address · Sepolia" });
  await field.fill("0x12");
  await page.getByRole("button", { name: "Bind" }).click();
  await expect.element(page.getByText("This is not an address on Sepolia.")).toBeVisible();
});

it("does not claim that every type is bound where none is open", async () => {
  await openWallets({ bound: [], walletTypes: [] });
  await expect.element(page.getByText("No wallet can be bound yet.", { exact: false })).toBeVisible();
  expect(page.getByText("Every wallet type is bound", { exact: false }).elements()).toEqual([]);
  expect(page.getByRole("button", { name: "Bind" }).elements()).toEqual([]);
});
