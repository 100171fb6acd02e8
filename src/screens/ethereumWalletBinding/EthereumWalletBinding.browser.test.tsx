import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { createActor, fromPromise, toPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { sampleSystemInfo, sampleWallet } from "#tests/support/samples.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import about from "#locales/en/about.json";
import wallet from "#locales/en/wallet.json";
import { walletBindingMachine, type WalletOptions } from "#machines/walletBinding/walletBinding.machine.ts";
import { createWalletBindingActors } from "#src/adapters/actors/walletBinding.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { EthereumWalletBinding } from "./EthereumWalletBinding.tsx";

type Wallet = components["schemas"]["Wallet"];

const ETH: Wallet = { ...sampleWallet, proven: false };
const TON: Wallet = { walletId: "w2", type: "Ton", address: "EQAB", proven: true };
const [eth] = sampleSystemInfo.coins;

/** What the adapter reads of a server that holds a wallet of two types and has both open to this person. */
async function readOptions({ openCoins = ["eth", "ton"] }: { openCoins?: readonly CoinType[] } = {}) {
  if (eth === undefined) throw new Error("the sample has a coin");
  const list = { items: [ETH, TON], openTypes: ["ETH", "Ton"], blockingTypes: ["ETH"] };
  const { loadWallets } = createWalletBindingActors({
    api: { get: () => Promise.resolve(list as never), post: () => Promise.reject(new Error("not asked")) },
    wallets: () => Promise.reject(new Error("no wallet is connected here")),
    readSystemInfo: () =>
      Promise.resolve({
        ...sampleSystemInfo,
        coins: openCoins.map((coinType) => ({ ...eth, coinType })),
        payoutCoins: [{ coinType: "eth", network: eth.network }],
      }),
    onlyType: "ETH",
  });
  return await toPromise(createActor(loadWallets).start());
}

it.each([
  { name: "while it is open", openCoins: ["eth", "ton"] },
  { name: "once it is switched off and the person has money of it", openCoins: ["ton"] },
] as const)("reads wallets and open types of Ethereum alone: $name", async ({ openCoins }) => {
  expect(await readOptions({ openCoins })).toEqual({
    wallets: [ETH],
    walletTypes: ["ETH"],
    payingTypes: openCoins.map((coinType) => COINS[coinType].walletType),
    networkIds: { ETH: eth?.network?.id },
    blockingTypes: ["ETH"],
    // One of five is a wallet of TON.
    maxWallets: 4,
  });
});

it("binds a wallet of Ethereum without a choice of the type, and says why nothing is signed yet", async () => {
  const machine = walletBindingMachine.provide({
    actors: {
      loadWallets: fromPromise<WalletOptions, undefined>(() =>
        Promise.resolve({
          wallets: [],
          walletTypes: ["ETH"],
          payingTypes: ["ETH"],
          networkIds: {},
          blockingTypes: [],
          maxWallets: 4,
        }),
      ),
    },
  });
  const actor = createActor(machine, { input: { address: "", walletKinds: {}, walletType: null } }).start();
  actor.send({ type: "ui.open" });
  await expect.poll(() => actor.getSnapshot().value).toBe("choosing");
  await renderWithTexts(
    <AppContext value={createStaticApp({ flows: { ethereumBinding: actor.getSnapshot() } })}>
      <EthereumWalletBinding />
    </AppContext>,
    { about, wallet },
    "/ethereumWalletBinding",
  );
  await expect.element(page.getByRole("heading", { name: about.ethereum.title })).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: wallet.binding.address, exact: false })).toBeVisible();
  expect(page.getByRole("radio").elements()).toEqual([]);
  await expect.element(page.getByText(about.ethereum.whyText)).toBeVisible();
  await expect.element(page.getByRole("link", { name: about.ethereum.others })).toHaveAttribute("href", "/addWallet");
});
