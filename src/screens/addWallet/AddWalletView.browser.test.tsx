import { afterEach, describe, expect, it, vi } from "vitest";
import { useLocation } from "react-router-dom";
import { page, userEvent } from "vitest/browser";
import { createActor, fromPromise, waitFor } from "xstate";

import type { components } from "#contract/schema.d.ts";
import errors from "#locales/en/errors.json";
import walletTexts from "#locales/en/wallet.json";
import type { Failure } from "#machines/kit/failure.ts";
import { walletBindingMachine, type WalletOptions } from "#machines/walletBinding/walletBinding.machine.ts";
import { viewWalletBinding } from "#machines/walletBinding/walletBinding.view.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { standInResource } from "#gallery/static/standInResource.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";
import { buildBindingPath } from "#src/routes/links.ts";
import { sampleAmounts } from "#tests/support/samples.ts";
import { pressLater } from "#tests/support/pressLater.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { AddWalletView } from "./BindingPage.tsx";
import { sampleWallet } from "#tests/support/samples.ts";

type Wallet = components["schemas"]["Wallet"];

const WALLET: Wallet = { ...sampleWallet, proven: false };

interface Wallets {
  /** The most that a person can have. */
  maxWallets?: number;
  bound?: readonly Wallet[];
  walletTypes?: readonly Wallet["type"][];
  /** Why the server binds nothing. */
  refusal?: Failure;
  /** The address of the screen. */
  at?: string;
}

/** The screen on its own machine, with one bound wallet by default. */
async function openWallets({
  bound = [WALLET],
  walletTypes = ["ETH"],
  maxWallets = 4,
  refusal,
  at = "/addWallet",
}: Wallets = {}) {
  const machine = walletBindingMachine.provide({
    actors: {
      loadWallets: fromPromise<WalletOptions, undefined>(() =>
        Promise.resolve({
          wallets: bound,
          walletTypes,
          payingTypes: walletTypes,
          networkIds: {},
          blockingTypes: [],
          maxWallets,
        }),
      ),
      bindWallet: fromPromise<Wallet, { type: Wallet["type"]; address: string }>(async ({ input }) => {
        if (refusal !== undefined) throw refusal;
        return { ...WALLET, ...input };
      }),
    },
  });
  const actor = createActor(machine, { input: { address: "", walletKinds: {}, walletType: null } }).start();
  actor.send({ type: "ui.open" });
  await waitFor(actor, (snapshot) => snapshot.matches("choosing"));
  function Stage() {
    const snapshot = useSnapshot(actor);
    const { pathname, search } = useLocation();
    if (pathname !== "/addWallet") return <p>{`at ${pathname}${search}`}</p>;
    return (
      <AddWalletView
        actor={actor}
        networks={{ ETH: "Sepolia" }}
        view={viewWalletBinding(snapshot)}
        send={(event) => {
          actor.send(event);
        }}
      />
    );
  }
  const ofTron = { ...sampleAmounts, coinType: "tron" as const, balance: "5", price: "0.3" };
  const app = createStaticApp({ flows: { holdings: standInResource({ accounts: [ofTron] }, null) } });
  const tell = vi.spyOn(app.root, "send");
  await renderWithTexts(
    <AppContext value={app}>
      <Stage />
    </AppContext>,
    { wallet: walletTexts, errors },
    at,
  );
  return { tell };
}

/** Presses "Continue" late enough not to count as a double tap on "Add". */
async function bindFirstWallet(): Promise<void> {
  await page.getByRole("textbox").fill(WALLET.address);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect.element(page.getByText("The wallet is bound")).toBeVisible();
  await pressLater(page.getByRole("button", { name: "Continue" }));
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

it("says at the limit that one has to be unbound first, and offers no other type", async () => {
  await openWallets({ walletTypes: ["ETH", "Ton", "Solana"], maxWallets: 1 });
  await expect.element(page.getByText(errors.walletLimitReached)).toBeVisible();
  expect(page.getByRole("textbox").elements()).toEqual([]);
  expect(page.getByRole("button", { name: "Add", exact: true }).elements()).toEqual([]);
});

it("names the network in the form and in what is wrong with it", async () => {
  await openWallets({ bound: [] });
  const field = page.getByRole("textbox", { name: "Wallet address · Sepolia" });
  await field.fill("0x12");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect.element(page.getByText("This is not an address on Sepolia.")).toBeVisible();
});

it("tells at the field what the server found wrong with the address, until it is changed", async () => {
  await openWallets({
    bound: [],
    refusal: { kind: "api", error: "invalidRequest", message: walletTexts.addressMistake.checksum },
  });
  const field = page.getByRole("textbox");
  await field.fill(WALLET.address);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const problem = page.getByText("This address has a typing mistake", { exact: false });
  await expect.element(problem).toBeVisible();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue(WALLET.address);
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(walletTexts.addressMistake.checksum));
  await field.fill(WALLET.address.toLowerCase());
  await expect.poll(() => problem.elements()).toEqual([]);
});

it.each([["ETH"], ["Solana"], ["Tron"], ["Ton"]] as const)(
  "warns of an exchange's deposit address for %s",
  async (walletType) => {
    await openWallets({ bound: [], walletTypes: [walletType] });
    await expect.element(page.getByText(walletTexts.binding.ownWallet)).toBeVisible();
  },
);

it("does not claim that every type is bound where none is open", async () => {
  await openWallets({ bound: [], walletTypes: [] });
  await expect.element(page.getByText("No wallet can be bound yet.", { exact: false })).toBeVisible();
  expect(page.getByText("Every wallet type is bound", { exact: false }).elements()).toEqual([]);
  expect(page.getByRole("button", { name: "Add", exact: true }).elements()).toEqual([]);
});

it.each([
  [["ETH"] as const, "Your ETH wallet is bound. Unbind it to bind another."],
  [["ETH", "Ton"] as const, walletTexts.binding.allBound],
])("tells what is bound where nothing is free: %s", async (walletTypes, text) => {
  const bound = walletTypes.map((type, index) => ({ ...WALLET, walletId: `w${index}`, type }));
  await openWallets({ bound, walletTypes });
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

it("leads on from a bound wallet to the page that missed one, with its query", async () => {
  await openWallets({ bound: [], at: buildBindingPath("/sendPacket?chatId=-1001", "ETH") });
  await bindFirstWallet();
  await expect.element(page.getByText("at /sendPacket?chatId=-1001")).toBeVisible();
});

it("offers the wallets of what the person has before the others", async () => {
  await openWallets({ bound: [], walletTypes: ["ETH", "Solana", "Tron"] });
  const types = page.getByRole("radio");
  await expect.element(types.first()).toBeVisible();
  expect(types.elements().map((type) => (type as HTMLInputElement).value)).toEqual(["Tron", "ETH", "Solana"]);
});

/** What the browser's clipboard holds; null: reading it is refused. */
function holdClipboard(text: string | null): void {
  const { featurePolicy } = document as Document & { featurePolicy: { allowsFeature: (name: string) => boolean } };
  vi.spyOn(featurePolicy, "allowsFeature").mockReturnValue(true);
  vi.spyOn(navigator.permissions, "query").mockRejectedValue(new TypeError("no such permission"));
  const read = vi.spyOn(navigator.clipboard, "readText");
  if (text === null) read.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  else read.mockResolvedValue(text);
}

describe("the paste button", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const paste = page.getByRole("button", { name: walletTexts.binding.paste });

  it("puts the copied address into the field, which finds its type", async () => {
    holdClipboard(` ${WALLET.address}\n`);
    await openWallets({ bound: [], walletTypes: ["ETH", "Tron"] });
    await paste.click();
    await expect.element(page.getByRole("textbox")).toHaveValue(WALLET.address);
    await expect.element(page.getByRole("radio", { name: "ETH" })).toBeChecked();
  });

  it("shows nothing of a secret", async () => {
    holdClipboard("legal winner thank year wave sausage worth useful legal winner thank yellow");
    await openWallets({ bound: [] });
    await paste.click();
    await expect.element(page.getByRole("textbox")).toHaveAccessibleDescription(/never|secret/iu);
    await expect.element(page.getByRole("textbox")).toHaveValue("");
  });

  it("says kindly how to paste where the clipboard is refused, and leads to the field", async () => {
    holdClipboard(null);
    const { tell } = await openWallets({ bound: [] });
    await paste.click();
    await expect.element(page.getByRole("textbox")).toHaveFocus();
    const labelKey = "wallet:binding.pasteRefused";
    await expect.poll(() => tell.mock.calls).toEqual([[{ type: "toast.show", tone: "error", labelKey }]]);
  });

  it("is absent in a frame that may not read the clipboard", async () => {
    holdClipboard(WALLET.address);
    const { featurePolicy } = document as Document & { featurePolicy: { allowsFeature: (name: string) => boolean } };
    vi.spyOn(featurePolicy, "allowsFeature").mockReturnValue(false);
    await openWallets({ bound: [] });
    await expect.element(page.getByRole("textbox")).toBeVisible();
    await expect.element(paste).not.toBeInTheDocument();
  });
});
