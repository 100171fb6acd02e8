import { useLocation } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import home from "#locales/en/home.json";
import { openStage } from "#gallery/openStage.ts";
import {
  sampleChats,
  sampleClaimFigures,
  sampleEnvelopes,
  sampleHoldings,
  sampleRanking,
  sampleReceivedClaims,
  sampleUser,
  sampleLaunch,
} from "#tests/support/samples.ts";
import type { Standing } from "#gallery/static/createStaticApp.ts";
import { Scene } from "#gallery/static/Scene.tsx";
import { standInList } from "#gallery/static/standInList.ts";
import { standInResource } from "#gallery/static/standInResource.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";

import { Home } from "./Home.tsx";

/** As much of another coin as there is of the first. */
const GRAM = Object.assign({}, sampleHoldings.accounts[0], { coinType: "ton" as const });
const WEEK = { period: "week" } as const;
const FLOWS: Standing["flows"] = {
  chats: standInList(sampleChats),
  sentRecords: standInList(
    Array.from({ length: 5 }, (_, index) => ({ ...sampleEnvelopes[0], envelopeId: `e${index}` })),
  ),
  receivedRecords: standInList(sampleReceivedClaims),
  claimFigures: standInResource(sampleClaimFigures, { coinType: "eth" as const }),
  holdings: standInResource(sampleHoldings, null),
  groupRanking: standInResource(sampleRanking, WEEK),
  userRanking: standInResource({ ...sampleRanking, me: null }, WEEK),
};

function Address() {
  const { search } = useLocation();
  return <output aria-label="address">{search}</output>;
}

const stage = openStage();

afterEach(() => stage.clear());

async function open(at: string, standing: Standing = {}): Promise<void> {
  const node = (
    <Scene at={at} isRouted flows={FLOWS} hasLanguageButton={false} {...standing}>
      <Home />
      <Address />
    </Scene>
  );
  await stage.show({ node, language: "en", theme: "Web A light" });
}
const tab = (name: string) => page.getByRole("tab", { name });
const address = page.getByRole("status", { name: "address" });

it("opens on sending, with the newest three envelopes and the way to all", async () => {
  await open("/home");
  await expect.element(tab("Send")).toHaveAttribute("aria-selected", "true");
  await expect.element(page.getByRole("link", { name: home.send.button })).toHaveAttribute("href", "/sendPacket");
  const all = page.getByRole("link", { name: home.send.all });
  await expect.element(all).toHaveAttribute("href", "/sendRecord?tab=sent");
  expect(document.querySelectorAll("[href^='/sendRecordDetails']")).toHaveLength(3);
});

it("says that nothing was sent or received yet", async () => {
  const flows = { ...FLOWS, sentRecords: standInList([]), receivedRecords: standInList([]) };
  await open("/home", { flows });
  await expect.element(page.getByText(home.send.none)).toBeVisible();
  await tab("Receive").click();
  await expect.element(page.getByText(home.receive.none)).toBeVisible();
});

it("keeps the tab in the address, and is moved through by the keyboard", async () => {
  await open("/home");
  (tab("Send").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(address).toHaveTextContent("?tab=receive");
  await expect.element(page.getByRole("link", { name: home.receive.button })).toHaveAttribute("href", "/getPacket");
  await userEvent.keyboard("{End}");
  await expect.element(address).toHaveTextContent("?tab=ranking");
  await expect.element(tab("Ranking")).toHaveFocus();
});

it("shows what came of luck, with its worth, below what all balances are worth", async () => {
  await open("/home?tab=receive");
  const total = page.getByRole("link", { name: /^Total balance/u });
  await expect.poll(() => total.element().textContent).toContain("$3,766.81");
  await expect.element(page.getByText("12.345678")).toBeVisible();
  await expect.element(page.getByText("≈ $37,668.15")).toBeVisible();
  await expect.element(page.getByText("128")).toBeVisible();
});

it("offers the figures of what the person has before the others", async () => {
  await open("/home?tab=receive", { flows: { ...FLOWS, holdings: standInResource({ accounts: [GRAM] }, null) } });
  const coins = page.getByRole("group", { name: "Currency" }).getByRole("radio");
  await expect.element(coins.first()).toBeVisible();
  expect(coins.elements().map((coin) => (coin as HTMLInputElement).value)[0]).toBe("ton");
});

it("keeps the chosen coin of the figures in the address, beside the tab", async () => {
  const accounts = [...sampleHoldings.accounts.slice(0, 1), { ...GRAM, balance: "0" }];
  await open("/home?tab=receive", { flows: { ...FLOWS, holdings: standInResource({ accounts }, null) } });
  const eth = page.getByRole("radio", { name: "ETH" });
  await expect.element(eth).toBeChecked();
  (eth.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(address).toHaveTextContent("?tab=receive&coinType=ton");
  await expect.element(page.getByText("12.345678 GRAM")).toBeVisible();
});

it("ranks groups of the week first; the other choices are in the address", async () => {
  await open("/home?tab=ranking");
  await expect.element(page.getByText(home.ranking.myGroup)).toBeVisible();
  await expect.element(page.getByText("1,204")).toBeVisible();
  await expect.element(page.getByText("$12,845.50")).toBeVisible();
  await page.getByRole("radio", { name: "People" }).click();
  await expect.element(address).toHaveTextContent("?tab=ranking&of=users&period=week");
  await expect.element(page.getByText(home.ranking.noPlace)).toBeVisible();
  await page.getByRole("radio", { name: "All time" }).click();
  await expect.element(address).toHaveTextContent("?tab=ranking&of=users&period=all");
});

it("tells who hides that they do, and where to change it", async () => {
  const session = sessionMachine.resolveState({
    value: { loggedIn: { user: "settled", storage: "checked" } },
    context: {
      launch: sampleLaunch,
      token: "token",
      userId: sampleLaunch.tgUserId,
      user: { ...sampleUser, hideFromRanking: true },
      isNewUser: false,
      isRenewed: false,
      notice: null,
      failure: null,
    },
  });
  await open("/home?tab=ranking&of=users", { session });
  await expect.element(page.getByText(home.ranking.hidden)).toBeVisible();
  await expect.element(page.getByRole("link", { name: home.ranking.change })).toHaveAttribute("href", "/user");
});

it("says that nobody is ranked yet, and how one gets there", async () => {
  const nobody = standInResource({ items: [], me: null }, WEEK);
  await open("/home?tab=ranking&of=users", { flows: { ...FLOWS, userRanking: nobody } });
  await expect.element(page.getByText(home.ranking.noUsers)).toBeVisible();
  await expect.element(page.getByRole("link", { name: home.ranking.sendFirst })).toHaveAttribute("href", "/sendPacket");
});
