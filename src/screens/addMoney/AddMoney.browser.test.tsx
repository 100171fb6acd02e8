import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { createActor, fromPromise, type SnapshotFrom } from "xstate";

import type { CoinType } from "#domain/coins.ts";
import { openStage } from "#gallery/openStage.ts";
import {
  sampleAmounts,
  sampleDeposits,
  sampleMovements,
  sampleSystemInfo,
  sampleWallet,
} from "#tests/support/samples.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import { Scene } from "#gallery/static/Scene.tsx";
import { StillRouter } from "#tests/screens/StillRouter.tsx";
import { standInList } from "#gallery/static/standInList.ts";
import { standInResource, standInSystemInfo } from "#gallery/static/standInResource.ts";
import type { RunningFlow } from "#machines/app/flows.ts";
import { depositMachine } from "#machines/deposit/deposit.machine.ts";
import type { Json } from "#machines/kit/pagedList/json.ts";
import { type Page, type PageRequest, pagedListMachine } from "#machines/kit/pagedList/pagedList.machine.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";

import { AddMoney, payInPart } from "./AddMoney.tsx";

const stage = openStage();
const [ofWallets = missing(), ofComments = missing()] = sampleDeposits;

function missing(): never {
  throw new Error("there are two kinds of chains");
}

afterEach(() => stage.clear());

/** A server on which this coin is open. */
const openCoin = (coinType: CoinType) =>
  standInSystemInfo({
    ...sampleSystemInfo,
    coins: sampleSystemInfo.coins.slice(0, 1).map((coin) => Object.assign({}, coin, { coinType })),
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
const closed = (info: (typeof sampleDeposits)[number]) =>
  depositMachine.resolveState({
    value: "closed",
    context: {
      info,
      walletKind: MESSENGER_WALLET_KINDS.Ton,
      askedAmount: null,
      amount: "",
      showsProblem: false,
      rejectedSubmits: 0,
      isChanged: false,
      connection: null,
      failure: null,
    },
  });

it("offers the coins that the person has before the others, and opens on the one that is worth most", async () => {
  const coins = (["eth", "ton"] as const).flatMap((coinType) =>
    sampleSystemInfo.coins.slice(0, 1).map((coin) => Object.assign({}, coin, { coinType })),
  );
  const flows = {
    depositInfo: standInResource(ofComments, { coinType: "ton" as const }),
    holdings: standInResource(
      { accounts: [{ ...sampleAmounts, coinType: "ton" as const, balance: "5", price: "3" }] },
      null,
    ),
  };
  const show = (known: object) =>
    stage.show({
      node: (
        <Scene at="/addMoney" flows={known} systemInfo={standInSystemInfo({ ...sampleSystemInfo, coins })}>
          <AddMoney />
        </Scene>
      ),
      language: "en",
      theme: "Web A light",
    });
  await show(flows);
  const choices = page.getByRole("radio");
  await expect.element(page.getByRole("radio", { name: "Ton GRAM" })).toBeChecked();
  expect(choices.elements().map((choice) => (choice as HTMLInputElement).value)).toEqual(["ton", "eth"]);
  await show({ depositInfo: flows.depositInfo });
  await expect.poll(() => choices.elements()).toEqual([]);
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
    sampleMovements.filter(({ coinType }) => coinType === "ton"),
    closed(ofComments),
  );
  await expect.element(page.getByText("8KQ2VN4XT68KQ2VN")).toBeVisible();
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
  await open(ofWallets, [], undefined, { wallets: [sampleWallet] });
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

describe("money that comes while the page is open", () => {
  const deposit = sampleMovements.find(({ coinType, kind }) => coinType === "ton" && kind === "deposit") ?? missing();
  const earlier = { ...deposit, movementId: "m1" };
  const later = { ...deposit, movementId: "m2" };

  /** The page on a deposit in this state, and what its list of arrivals reads from now on. */
  async function wait(state: "closed" | "asking" | "sent" | "unanswered") {
    let items: readonly object[] = [earlier];
    const list = createActor(
      pagedListMachine.provide({
        actors: {
          fetchPage: fromPromise<Page, PageRequest>(async () => {
            const total = items.length;
            return { items: items as readonly Json[], total, nextCursor: null, isLive: true, extra: {} };
          }),
        },
        delays: { followInterval: 50 },
      }),
      { input: { list: "arrivals" } },
    ).start();
    list.send({ type: "list.load", params: {}, restoredPage: null });
    const { context } = closed(ofComments);
    const app = createStaticApp({
      flows: {
        depositInfo: standInResource(ofComments, { coinType: ofComments.coinType }),
        ownWallets: standInResource({ wallets: [] }, null),
        deposit: depositMachine.resolveState({
          value: state,
          context: { ...context, askedAmount: "1", amount: "2.5" },
        }),
      },
      systemInfo: openCoin(ofComments.coinType),
    });
    Object.assign(app.root.getSnapshot().children, { arrivals: list });
    (app.root.getSnapshot().context.flows as RunningFlow[]).push({ id: "arrivals", flow: "arrivals" });
    const node = (
      <AppContext value={app}>
        <StillRouter at={`/addMoney?coinType=${ofComments.coinType}`}>
          <AddMoney />
        </StillRouter>
      </AppContext>
    );
    await payInPart.preload();
    await stage.show({ node, language: "en", theme: "Web A light" });
    await expect.element(page.getByRole("list").getByRole("listitem").first()).toBeVisible();
    return () => {
      items = [later, earlier];
    };
  }

  const arrived = () => page.getByRole("heading", { name: "It has arrived" });

  it.each(["closed", "sent", "unanswered"] as const)("is said in place of what waited for it: %s", async (state) => {
    const arrive = await wait(state);
    await expect.poll(() => page.getByText("Payment sent").elements().length).toBe(state === "sent" ? 1 : 0);
    arrive();
    await expect.element(arrived()).toBeVisible();
    await expect.poll(() => page.getByText("Payment sent").elements()).toEqual([]);
    await expect.element(page.getByRole("link", { name: "See my balance" })).toBeVisible();
  });

  it("takes nothing away that is being typed", async () => {
    const arrive = await wait("asking");
    arrive();
    await expect.poll(() => page.getByRole("list").getByRole("listitem").elements()).toHaveLength(2);
    expect(arrived().elements()).toEqual([]);
    await expect.element(page.getByRole("textbox")).toHaveValue("2.5");
  });
});
