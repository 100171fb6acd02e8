import { expect, it, vi } from "vitest";

import { WALLET_TYPES, type WalletType } from "#domain/coins.ts";

import type { BrowserWallet } from "./browserWallet.ts";
import { createBrowserWallets } from "./browserWallets.ts";
import { MESSENGER_WALLET_KINDS } from "./messengerWalletKinds.ts";
import { WALLET_KINDS } from "./walletKinds.ts";

const { signal } = new AbortController();

const NOT_ASKED = () => Promise.reject(new Error("not asked"));

const WALLET: BrowserWallet = {
  detect: () => Promise.resolve([]),
  connect: NOT_ASKED,
  switchNetwork: NOT_ASKED,
  watch: NOT_ASKED,
  sign: NOT_ASKED,
  pay: NOT_ASKED,
};

it("loads a kind once, when it is first needed", async () => {
  const load = vi.fn<(type: WalletType) => Promise<BrowserWallet>>(() => Promise.resolve(WALLET));
  const wallets = createBrowserWallets(load);
  expect(load).not.toHaveBeenCalled();
  const [first, second] = await Promise.all([wallets("ETH", signal), wallets("ETH", signal)]);
  expect([first, second, await wallets("ETH", signal)]).toEqual([WALLET, WALLET, WALLET]);
  expect(load.mock.calls).toEqual([["ETH"]]);
});

it("loads a kind again after its chunk did not arrive", async () => {
  const load = vi
    .fn<(type: WalletType) => Promise<BrowserWallet>>(() => Promise.resolve(WALLET))
    .mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const wallets = createBrowserWallets(load);
  await expect(wallets("ETH", signal)).rejects.toEqual({ kind: "network" });
  await expect(wallets("ETH", signal)).resolves.toBe(WALLET);
});

it("hands no wallet to somebody who waits no more", async () => {
  const waiting = new AbortController();
  const wallets = createBrowserWallets(() => Promise.resolve(WALLET));
  const answer = wallets("ETH", waiting.signal);
  waiting.abort();
  await expect(answer).rejects.toEqual({ kind: "aborted" });
});

it("offers every kind, and only TON inside the messenger", () => {
  expect(Object.keys(WALLET_KINDS).toSorted()).toEqual([...WALLET_TYPES].toSorted());
  expect(Object.keys(MESSENGER_WALLET_KINDS)).toEqual(["Ton"]);
});
