import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { createStaticApp, type Standing } from "#gallery/static/createStaticApp.ts";
import { standInResource, standInSystemInfo } from "#gallery/static/standInResource.ts";
import { accountAmounts, systemInfo, user } from "#gallery/samples.ts";
import about from "#locales/en/about.json";
import codes from "#locales/en/codes.json";
import envelope from "#locales/en/envelope.json";
import { sessionMachine } from "#machines/session/session.machine.ts";
import { AppContext } from "#src/hooks/AppContext.ts";
import { PATHS } from "#src/routes/paths.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { User } from "./User.tsx";

async function openUser(change: Partial<typeof user> = {}, standing: Standing = {}): Promise<void> {
  const still = createStaticApp();
  const { context } = still.root.getSnapshot().children.session?.getSnapshot() ?? {};
  if (context === undefined) throw new Error("somebody is logged in");
  const session = sessionMachine.resolveState({
    value: { loggedIn: { user: "settled", storage: "checked" } },
    context: { ...context, user: { ...user, ...change } },
  });
  await renderWithTexts(
    <AppContext value={createStaticApp({ session, ...standing })}>
      <User />
    </AppContext>,
    { about, codes, envelope },
    "/user",
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

it("shows the coin that the person has an amount of where none is open", async () => {
  const amounts = { ...accountAmounts, coinTypes: ["ton" as const] };
  await openUser(
    {},
    {
      systemInfo: standInSystemInfo({ ...systemInfo, coins: [] }),
      flows: { accountAmounts: standInResource(amounts, { coinType: "ton" as const }) },
    },
  );
  await expect.element(page.getByText("1.234567 GRAM")).toBeVisible();
});
