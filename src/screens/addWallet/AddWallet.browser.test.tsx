import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import type { components } from "#contract/schema.d.ts";
import errors from "#locales/en/errors.json";
import walletTexts from "#locales/en/wallet.json";
import type { Failure } from "#machines/kit/failure.ts";
import { buildBindingPath } from "#src/routes/links.ts";
import { lookAtButton } from "#tests/support/lookAtButton.ts";
import { openRoute } from "#tests/support/openRoute.tsx";
import { refuse } from "#tests/support/refusal.ts";
import { sampleAmounts, sampleSystemInfo, sampleWallet } from "#tests/support/samples.ts";
import { listOf } from "#tests/screens/answers.ts";
import { standInServer } from "#tests/support/standInServer.ts";

import { AddWallet } from "./AddWallet.tsx";

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

afterEach(cleanup);

/** The screen of somebody with TRX and one bound wallet. */
function openWallets({
  bound = [WALLET],
  walletTypes = ["ETH"],
  maxWallets = 4,
  refusal,
  at = "/addWallet",
}: Wallets = {}) {
  standInServer({
    "/system/info": { ...sampleSystemInfo, userPackConfig: { ...sampleSystemInfo.userPackConfig, maxWallets } },
    "/user/accountAmountInfo": { ...sampleAmounts, coinTypes: ["tron"], balance: "5" },
    "/wallet/list": { ...listOf(bound), openTypes: walletTypes, blockingTypes: [] },
    "/wallet/bind": ({ body }) => {
      if (refusal !== undefined) throw refusal;
      return { wallet: { ...WALLET, ...body } };
    },
  });
  return openRoute(<AddWallet />, at);
}

const field = () => page.getByRole("textbox");
const add = () => page.getByRole("button", { name: "Add", exact: true });

it("gives the focus back to the button that asked, when a wallet is not unbound after all", async () => {
  await openWallets();
  const unbind = page.getByRole("button", { name: "Unbind", exact: true });
  await expect.element(unbind).toBeVisible();
  unbind.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(unbind).toHaveFocus();
});

it("says at the limit that one has to be unbound first, and offers no other type", async () => {
  await openWallets({ walletTypes: ["ETH", "Ton", "Solana"], maxWallets: 1 });
  await expect.element(page.getByText(errors.walletLimitReached)).toBeVisible();
  expect(field().elements()).toEqual([]);
  expect(add().elements()).toEqual([]);
});

it("names the network in the form and in what is wrong with it", async () => {
  await openWallets({ bound: [] });
  await page.getByRole("textbox", { name: "Wallet address · Local" }).fill("0x12");
  await add().click();
  await expect.element(page.getByText("This is not an address on Local.")).toBeVisible();
});

it("tells at the field what the server found wrong with the address, until it is changed", async () => {
  const { checksum } = walletTexts.addressMistake;
  await openWallets({ bound: [], refusal: refuse("invalidRequest", { message: checksum }) });
  await field().fill(WALLET.address);
  await add().click();
  const problem = page.getByText("This address has a typing mistake", { exact: false });
  await expect.element(problem).toBeVisible();
  await expect.element(field()).toHaveFocus();
  await expect.element(field()).toHaveValue(WALLET.address);
  await expect.element(field()).toHaveAccessibleDescription(expect.stringContaining(checksum));
  await field().fill(WALLET.address.toLowerCase());
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
  expect(add().elements()).toEqual([]);
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
  const { readPlace } = await openWallets({ bound: [], at: buildBindingPath("/sendPacket?chatId=-1001", "ETH") });
  await field().fill(WALLET.address);
  await add().click();
  await expect.element(page.getByText("The wallet is bound")).toBeVisible();
  lookAtButton();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.poll(readPlace).toBe("/sendPacket?chatId=-1001");
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
    await expect.element(field()).toHaveValue(WALLET.address);
    await expect.element(page.getByRole("radio", { name: "ETH" })).toBeChecked();
  });

  it("shows nothing of a secret", async () => {
    holdClipboard("legal winner thank year wave sausage worth useful legal winner thank yellow");
    await openWallets({ bound: [] });
    await paste.click();
    await expect.element(field()).toHaveAccessibleDescription(/never|secret/iu);
    await expect.element(field()).toHaveValue("");
  });

  it("says kindly how to paste where the clipboard is refused, and leads to the field", async () => {
    holdClipboard(null);
    const { app } = await openWallets({ bound: [] });
    await paste.click();
    await expect.element(field()).toHaveFocus();
    const labelKey = "wallet:binding.pasteRefused";
    await expect.poll(() => app.root.getSnapshot().context.toast).toMatchObject({ tone: "error", labelKey });
  });

  it("is absent in a frame that may not read the clipboard", async () => {
    holdClipboard(WALLET.address);
    const { featurePolicy } = document as Document & { featurePolicy: { allowsFeature: (name: string) => boolean } };
    vi.spyOn(featurePolicy, "allowsFeature").mockReturnValue(false);
    await openWallets({ bound: [] });
    await expect.element(field()).toBeVisible();
    await expect.element(paste).not.toBeInTheDocument();
  });
});
