import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import { createStaticApp, type Standing } from "#gallery/static/createStaticApp.ts";
import { standInResource, standInSystemInfo } from "#gallery/static/standInResource.ts";
import { sampleAmounts, sampleHoldings, sampleSystemInfo, sampleUser } from "#tests/support/samples.ts";
import about from "#locales/en/about.json";
import codes from "#locales/en/codes.json";
import envelope from "#locales/en/envelope.json";
import type { Holdings } from "#machines/app/flows.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { PATHS } from "#src/routes/paths.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { User } from "./User.tsx";

async function openUser(change: Partial<typeof sampleUser> = {}, standing: Standing = {}, at = "/user"): Promise<void> {
  const still = createStaticApp();
  const { context } = still.root.getSnapshot().children.session?.getSnapshot() ?? {};
  if (context === undefined) throw new Error("somebody is logged in");
  const session = sessionMachine.resolveState({
    value: { loggedIn: { user: "settled", storage: "checked" } },
    context: { ...context, user: { ...sampleUser, ...change } },
  });
  await renderWithTexts(
    <AppContext value={createStaticApp({ session, ...standing })}>
      <User />
    </AppContext>,
    { about, codes, envelope },
    at,
  );
}

const findRow = (name: string) => page.getByRole("link", { name, exact: false });

it("leads to everything that is the person's, and each row to a route that exists", async () => {
  await openUser();
  const paths = page
    .getByRole("main")
    .getByRole("link")
    .elements()
    .map((link) => link.getAttribute("href"));
  expect(paths).toEqual([
    "/addWallet",
    "/sendRecord?tab=sent",
    "/sendRecord?tab=received",
    "/sendRecord?tab=balance",
    "/redImg",
    "/redPageAdmin",
    "/home?tab=ranking",
    "/updateCode",
    "/updateEmai",
    "/tgAntiFraud",
    "/redEnvelopeSystem",
    "/privacy",
    "/profile",
  ]);
  const known: ReadonlySet<string> = new Set(PATHS);
  expect(paths.filter((path) => !known.has(path?.split("?")[0] ?? ""))).toEqual([]);
});

it("says that neither code nor email is set, and shows no mark of a VIP", async () => {
  await openUser();
  await expect.element(findRow(about.hub.code).getByText(about.hub.isNotSet)).toBeVisible();
  await expect.element(findRow(about.hub.email).getByText(about.hub.isNotSet)).toBeVisible();
  expect(page.getByText("VIP").elements()).toEqual([]);
});

it("shows that a code is set, of the email only its first letter and its domain, and the level of a VIP", async () => {
  await openUser({ email: "lin.mei@example.com", hasSecurityCode: true, vipLevel: 3 });
  await expect.element(findRow(about.hub.code).getByText(about.hub.isSet)).toBeVisible();
  await expect.element(findRow(about.hub.email).getByText("l•••@example.com")).toBeVisible();
  expect(document.body.textContent).not.toContain("lin.mei@example.com");
  await expect.element(page.getByText("VIP 3")).toBeVisible();
});

it("says which coin is paused, why and until when", async () => {
  const now = new Date();
  const until = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 0, 5).toISOString();
  await openUser({ spendingBlocks: [{ coinType: "ton", cause: "walletChanged", until }] });
  await expect
    .element(
      page.getByText(
        "You verified another wallet today. For your safety, withdrawals and payments from your GRAM balance start again tomorrow at 12:05 AM.",
      ),
    )
    .toBeVisible();
});

it("names the language in use in a row that opens the picker", async () => {
  await openUser();
  const row = page.getByRole("button", { name: about.hub.language, exact: false });
  await expect.element(row.getByText("English")).toBeVisible();
});

const BOTH = (["eth", "ton"] as const).flatMap((coinType) =>
  sampleSystemInfo.coins.map((coin) => ({ ...coin, coinType })),
);
const withHoldings = (accounts: Holdings["accounts"], coins = BOTH): Standing => ({
  systemInfo: standInSystemInfo({ ...sampleSystemInfo, coins }),
  flows: { holdings: standInResource({ accounts }, null) },
});
const GRAM = { ...sampleAmounts, coinType: "ton" as const, balance: "5", price: "3" };

const readCoins = () =>
  page
    .getByRole("radio")
    .elements()
    .map((radio) => (radio as HTMLInputElement).value);

it("shows the coin that the person has an amount of where none is open", async () => {
  await openUser({}, withHoldings([{ ...GRAM, balance: "1.234567" }], []));
  await expect.element(page.getByText("1.234567 GRAM")).toBeVisible();
});

it("opens on the coin that is worth most, below what all coins are worth", async () => {
  const holdings = withHoldings([{ ...GRAM, coinType: "eth", balance: "0.001", price: "3000" }, GRAM]);
  await openUser({}, { ...holdings, price: null });
  await expect.element(page.getByRole("radio", { name: "Ton GRAM" })).toBeChecked();
  expect(readCoins()).toEqual(["ton", "eth"]);
  await expect.element(page.getByText("5 GRAM", { exact: true })).toBeVisible();
  await expect.element(page.getByText("≈ $18.00")).toBeVisible();
});

it("opens on the coin of the link, also where there is nothing of it", async () => {
  await openUser({}, withHoldings([GRAM]), "/user?coinType=eth");
  await expect.element(page.getByText("0 ETH", { exact: true }).first()).toBeVisible();
});

it("moves neither the total nor the coins while the amounts load", async () => {
  const coins = page.getByRole("group", { name: "Currency", includeHidden: true });
  const place = () => coins.element().getBoundingClientRect().top;
  const { flows, ...loaded } = withHoldings(sampleHoldings.accounts);
  await openUser({}, loaded);
  const before = place();
  // Which comes first is not known yet.
  expect(readCoins()).toEqual([]);
  await cleanup();
  await openUser({}, { ...loaded, ...(flows && { flows }) });
  expect(place()).toBe(before);
});
