import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import type { SnapshotFrom } from "xstate";

import type { CoinType } from "#domain/coins.ts";
import { openStage } from "#gallery/openStage.ts";
import { deposits, movements, systemInfo } from "#gallery/samples.ts";
import { Scene } from "#gallery/static/Scene.tsx";
import { standInList } from "#gallery/static/standInList.ts";
import { standInResource, standInSystemInfo } from "#gallery/static/standInResource.ts";
import { depositMachine } from "#machines/deposit/deposit.machine.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";

import { AddMoney } from "./AddMoney.tsx";
import { payInPart } from "./payInPart.ts";

const stage = openStage();
const [ofWallets = missing(), ofComments = missing()] = deposits;

function missing(): never {
  throw new Error("there are two kinds of chains");
}

afterEach(() => stage.clear());

/** A server on which this coin is open. */
const openCoin = (coinType: CoinType) =>
  standInSystemInfo({
    ...systemInfo,
    coins: systemInfo.coins.slice(0, 1).map((coin) => Object.assign({}, coin, { coinType })),
  });

async function open(
  info = ofWallets,
  arrived: readonly object[] = [],
  deposit?: SnapshotFrom<typeof depositMachine>,
  { language = "en", wallets = [] }: { language?: "en" | "vi"; wallets?: readonly object[] } = {},
): Promise<void> {
  const { coinType } = info;
  const flows = {
    depositInfo: standInResource(info, { coinType }),
    arrivals: standInList(arrived),
    ownWallets: standInResource({ wallets }, null),
    ...(deposit !== undefined && { deposit }),
  };
  const node = (
    <Scene at={`/addMoney?coinType=${coinType}`} flows={flows} systemInfo={openCoin(coinType)}>
      <AddMoney />
    </Scene>
  );
  await stage.show({ node, language, theme: "Web A light" });
}

/** A deposit that nobody has begun. */
const closed = (info: (typeof deposits)[number]) =>
  depositMachine.resolveState({
    value: "closed",
    context: {
      info,
      walletKind: MESSENGER_WALLET_KINDS.Ton,
      askedAmount: null,
      amount: "",
      showsProblem: false,
      isChanged: false,
      connection: null,
      failure: null,
    },
  });

it("says where to send, how much at least, how long it takes, and that the wallet has to be verified", async () => {
  await open();
  await expect.element(page.getByRole("img", { name: "Code for your wallet to scan, to send ETH" })).toBeVisible();
  await expect.element(page.getByText("0.000001 ETH")).toBeVisible();
  await expect.element(page.getByText("About 15 minutes")).toBeVisible();
  await expect
    .element(page.getByText("Send only from a wallet that you have verified here.", { exact: false }))
    .toBeVisible();
  await expect.element(page.getByRole("link", { name: "Verify a wallet" })).toHaveAttribute("href", "/addWallet");
  await expect.element(page.getByText("It shows here as soon as it arrives.")).toBeVisible();
});

it("gives the comment that names the account, and shows what has arrived", async () => {
  await open(
    ofComments,
    movements.filter(({ coinType }) => coinType === "ton"),
  );
  await expect.element(page.getByText("hb-8Kq2vN4xT6")).toBeVisible();
  expect(page.getByRole("button", { name: "Copy" }).elements()).toHaveLength(2);
  const rows = page.getByRole("list").getByRole("listitem");
  await expect.element(rows.first().getByText("Money arrived")).toBeVisible();
  expect(rows.elements()).toHaveLength(1);
});

it("offers a wallet where the comment names the account, and nowhere else", async () => {
  await payInPart.preload();
  const payIn = page.getByRole("button", { name: "Pay in with your wallet" });
  await open(ofComments, [], closed(ofComments));
  await expect.element(payIn).toBeVisible();
  await open({ ...ofComments, reference: null }, [], closed(ofComments));
  await expect.element(page.getByText("0.000001 GRAM")).toBeVisible();
  expect(payIn.elements()).toEqual([]);
  await open(ofWallets, [], closed(ofComments));
  await expect.element(page.getByText("0.000001 ETH")).toBeVisible();
  expect(payIn.elements()).toEqual([]);
});

it("writes the least amount as the language does", async () => {
  await open(ofWallets, [], undefined, { language: "vi" });
  await expect.element(page.getByText("0,000001 ETH")).toBeVisible();
});

it("asks nobody to verify a wallet who has", async () => {
  const wallet = { walletId: "w1", type: "ETH", address: "0x0", proven: true };
  await open(ofWallets, [], undefined, { wallets: [wallet] });
  await expect.element(page.getByText("About 15 minutes")).toBeVisible();
  expect(page.getByRole("link", { name: "Verify a wallet" }).elements()).toEqual([]);
});

it("warns beside the address and before the code whose money is credited", async () => {
  await open(ofComments, [], closed(ofComments));
  await expect.element(page.getByText("Send with exactly this comment", { exact: false })).toBeVisible();
  const warning = page.getByText("Send with exactly this comment", { exact: false }).element();
  const code = page.getByRole("img", { name: "Code for your wallet", exact: false }).element();
  expect(warning.compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
