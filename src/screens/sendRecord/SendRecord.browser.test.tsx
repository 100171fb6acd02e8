import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import type { CoinType } from "#domain/coins.ts";
import { openStage } from "#gallery/openStage.ts";
import {
  sampleAmounts,
  sampleOwnEnvelope,
  sampleEnvelopes,
  sampleMovements,
  sampleReceivedClaims,
  sampleSystemInfo,
} from "#tests/support/samples.ts";
import type { Standing } from "#gallery/static/createStaticApp.ts";
import { Scene } from "#gallery/static/Scene.tsx";
import { standInList } from "#gallery/static/standInList.ts";
import { standInResource, standInSystemInfo } from "#gallery/static/standInResource.ts";

import { SendRecord } from "./SendRecord.tsx";

const stage = openStage();

afterEach(() => {
  vi.useRealTimers();
  return stage.clear();
});

type Flows = Standing["flows"];

async function openRecords(tab: string, flows: Flows, info = sampleSystemInfo): Promise<void> {
  const node = (
    <Scene at={`/sendRecord?tab=${tab}`} isRouted flows={flows} systemInfo={standInSystemInfo(info)}>
      <SendRecord />
    </Scene>
  );
  await stage.show({ node, language: "en", theme: "Web A light" });
}

function createEnvelope(envelopeId: string, daysAgo: number) {
  const now = new Date();
  const createdAt = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, 12);
  return { ...sampleOwnEnvelope, envelopeId, createdAt: createdAt.toISOString() };
}

const readDays = () =>
  page
    .getByRole("heading", { level: 2 })
    .elements()
    .map((day) => day.textContent);

it("lists what was sent by its days, each with how far it is and the way to it", async () => {
  // No midnight comes between.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 20, 18) });
  const sent = [createEnvelope("e1", 0), createEnvelope("e2", 0), createEnvelope("e3", 1)];
  await openRecords("sent", { sentRecords: standInList(sent) });
  await expect.element(page.getByText("3 records")).toBeVisible();
  expect(readDays()).toEqual(["Today", "Yesterday"]);
  const rows = page.getByRole("tabpanel").getByRole("link");
  expect(rows.elements().map((row) => row.getAttribute("href"))).toEqual(
    sent.map(({ envelopeId }) => `/sendRecordDetails?envelopeId=${envelopeId}`),
  );
  await expect.element(rows.first()).toHaveAccessibleName(/Happy new year .*0.88 ETH .*Partly opened/u);
  await expect.element(rows.first().getByRole("progressbar", { name: "3 of 8 claimed" })).toBeVisible();
});

it("leads to a first envelope only while one can be sent", async () => {
  const sentRecords = standInList([]);
  await openRecords("sent", { sentRecords });
  const way = page.getByRole("tabpanel").getByRole("link", { name: "Send a red envelope" });
  await expect.element(way).toBeVisible();
  await openRecords("sent", { sentRecords }, { ...sampleSystemInfo, coins: [] });
  await expect.element(page.getByText("You have not sent a red envelope yet")).toBeVisible();
  await expect.element(way).not.toBeInTheDocument();
});

it("shows how far it is as a bar only while that can change", async () => {
  await openRecords("sent", { sentRecords: standInList(sampleEnvelopes.filter(({ status }) => status !== "open")) });
  await expect.element(page.getByText("8/8")).toBeVisible();
  expect(page.getByRole("progressbar").elements()).toEqual([]);
});

it("says where a long list ends, once all of it is shown", async () => {
  const many = Array.from({ length: 8 }, (_, index) => createEnvelope(String(index), 0));
  await openRecords("sent", { sentRecords: standInList(many) });
  await expect.element(page.getByText("That is all")).toBeVisible();
  const rest = standInList(many);
  await openRecords("sent", { sentRecords: { ...rest, context: { ...rest.context, total: 9 } } as typeof rest });
  await expect.element(page.getByText("9 records")).toBeVisible();
  await expect.element(page.getByText("That is all")).not.toBeInTheDocument();
});

it("tells what was received in each coin, from whom, and with the best luck", async () => {
  const receivedByCoin = [
    { coinType: "eth", amount: "10000.32" },
    { coinType: "ton", amount: "2" },
  ];
  await openRecords("received", { receivedRecords: standInList(sampleReceivedClaims, { receivedByCoin }) });
  await expect.element(page.getByText("10,000.32 ETH")).toBeVisible();
  await expect.element(page.getByText("2 GRAM", { exact: true })).toBeVisible();
  const best = page.getByRole("link", { name: /Sok Dara/u });
  await expect.element(best).toHaveAccessibleName(/\+0.2 ETH .*Best luck/u);
  expect(page.getByText("Best luck").elements()).toHaveLength(1);
});

/** The accounts of somebody who has had something of these coins, and has that much of each. */
const withCoins = (coinTypes: readonly CoinType[], balance = "0") =>
  standInResource(
    { accounts: coinTypes.map((coinType) => ({ ...sampleAmounts, coinType, balance, price: "1" })) },
    null,
  );
const oneCoin = { ...sampleSystemInfo, coins: sampleSystemInfo.coins.filter(({ coinType }) => coinType === "eth") };
const findChoices = () =>
  page
    .getByRole("combobox")
    .elements()
    .map((choice) => choice.getAttribute("aria-label"));

it("asks for the coin only where there is more than one, open or once had", async () => {
  const sentRecords = standInList(sampleEnvelopes);
  await openRecords("sent", { sentRecords, holdings: withCoins(["eth"]) }, oneCoin);
  await expect.element(page.getByRole("combobox", { name: "Status" })).toBeVisible();
  expect(findChoices()).toEqual(["Status"]);
  await openRecords("sent", { sentRecords, holdings: withCoins(["ton"]) }, oneCoin);
  const coin = page.getByRole("combobox", { name: "Currency" });
  await expect.element(coin).toBeVisible();
  expect([...coin.element().querySelectorAll("option")].map((option) => option.textContent)).toEqual([
    "All coins",
    "ETH",
    "Ton (GRAM)",
  ]);
});

it("offers the coins that the person has before the others", async () => {
  const coins = (["eth", "sol", "usdt"] as const).flatMap((coinType) =>
    oneCoin.coins.map((coin) => Object.assign({}, coin, { coinType })),
  );
  const sentRecords = standInList(sampleEnvelopes);
  await openRecords("sent", { sentRecords, holdings: withCoins(["usdt"], "5") }, { ...sampleSystemInfo, coins });
  const coin = page.getByRole("combobox", { name: "Currency" });
  await expect.element(coin).toBeVisible();
  const offered = [...coin.element().querySelectorAll("option")].map((option) => option.textContent);
  expect(offered).toEqual(["All coins", "USDT", "ETH", "Solana (SOL)"]);
});

it("asks somebody without records for nothing", async () => {
  await openRecords("sent", { sentRecords: standInList([]), holdings: withCoins([]) });
  await expect.element(page.getByText("You have not sent a red envelope yet")).toBeVisible();
  await expect.element(page.getByRole("combobox")).not.toBeInTheDocument();
});

it("keeps a choice that fits nothing in sight, and offers the way back to everything", async () => {
  await openRecords("sent&coinType=ton&recordStatus=received", {
    sentRecords: standInList([]),
    holdings: withCoins(["ton"]),
  });
  await expect.element(page.getByText("No records match this choice")).toBeVisible();
  await expect.element(page.getByRole("combobox", { name: "Status" })).toHaveDisplayValue("Opened by all");
  await expect.element(page.getByRole("combobox", { name: "Currency" })).toHaveDisplayValue("Ton (GRAM)");
  await page.getByRole("button", { name: "Show all records" }).click();
  await expect.element(page.getByText("You have not sent a red envelope yet")).toBeVisible();
});

it("takes the chosen coin away again", async () => {
  await openRecords("sent&coinType=ton", {
    sentRecords: standInList(sampleEnvelopes),
    holdings: withCoins(["ton"]),
  });
  const coin = page.getByRole("combobox", { name: "Currency" });
  await coin.selectOptions("All coins");
  await expect.element(coin).toHaveDisplayValue("All coins");
});

it("keeps the coin on the other tab", async () => {
  await openRecords("sent&coinType=ton", {
    sentRecords: standInList(sampleEnvelopes),
    receivedRecords: standInList(sampleReceivedClaims, { receivedByCoin: [] }),
    holdings: withCoins(["ton"]),
  });
  await page.getByRole("tab", { name: "Received" }).click();
  // The former tab has the same choice of a coin, and one more.
  await expect.element(page.getByRole("combobox", { name: "Status" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("combobox", { name: "Currency" })).toHaveDisplayValue("Ton (GRAM)");
  expect(findChoices()).toEqual(["Currency"]);
});

it("tells what moved the balance, with the way to what each belongs to", async () => {
  await openRecords("balance", { movements: standInList(sampleMovements) });
  const rows = page.getByRole("tabpanel").getByRole("listitem");
  await expect.element(rows.first().getByText("-10,000.123456")).toBeVisible();
  await expect.element(page.getByText("Money arrived")).toBeVisible();
  const hrefs = rows.elements().map((row) => row.querySelector("a")?.getAttribute("href") ?? null);
  expect(hrefs).toEqual([
    "/statePage?payoutId=p1",
    "/statePage?payoutId=p2",
    "/statePage?payoutId=p3",
    "/sendRecordDetails?envelopeId=e1",
    "/sendRecordDetails?envelopeId=e2",
    "/statePage?orderId=o1",
    "/statePage?orderId=o2",
    null,
    null,
  ]);
});

it("says that nothing has moved the balance", async () => {
  await openRecords("balance", { movements: standInList([]) });
  await expect.element(page.getByText("Nothing has moved your balance yet")).toBeVisible();
});
