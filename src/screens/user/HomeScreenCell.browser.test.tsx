import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { createActor } from "xstate";

import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import { standInResource } from "#gallery/static/standInResource.ts";
import about from "#locales/en/about.json";
import envelope from "#locales/en/envelope.json";
import { sessionMachine } from "#machines/session/session.machine.ts";
import { homeScreenFlow } from "#src/adapters/actors/homeScreen.ts";
import type { HomeScreen } from "#src/adapters/telegram/extras.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import { withFlow } from "#tests/support/withFlow.ts";

import { HomeScreenCell } from "./Settings.tsx";
import { User } from "./User.tsx";

const findOffer = () => page.getByRole("button", { name: about.hub.homeScreen, exact: false });

/** The cell in a messenger with this home screen, or with none. */
async function openCell(homeScreen: HomeScreen | null): Promise<void> {
  const still = createStaticApp();
  const app = { ...still, messenger: { ...still.messenger, loadExtras: () => Promise.resolve({ homeScreen }) } };
  const actor = createActor(homeScreenFlow.create(app), { input: { params: null } }).start();
  await renderWithTexts(
    <AppContext value={withFlow(app, "homeScreen", actor)}>
      <HomeScreenCell />
      <p>end</p>
    </AppContext>,
    { about },
  );
  await waitUntilHolds(() => {
    expect(actor.getSnapshot().value).toBe("ready");
  });
}

it("offers the home screen until it was offered", async () => {
  const phone = { isOffered: false };
  const add = vi.fn<() => Promise<void>>(() => {
    phone.isOffered = true;
    return Promise.resolve();
  });
  await openCell({ canAdd: () => Promise.resolve(!phone.isOffered), add });
  await findOffer().click();
  await expect.element(findOffer()).not.toBeInTheDocument();
  expect(add).toHaveBeenCalledOnce();
});

it.each([
  ["has no home screen", null],
  ["has the app there, or cannot tell", { canAdd: () => Promise.resolve(false), add: () => Promise.resolve() }],
])("offers nothing where the messenger %s", async (_, homeScreen) => {
  await openCell(homeScreen);
  await expect.element(page.getByText("end")).toBeVisible();
  await expect.element(findOffer()).not.toBeInTheDocument();
});

it.each([
  ["the first visit", true, 0],
  ["a later visit", false, 1],
])("offers it at %s: isNewUser %s", async (_, isNewUser, offers) => {
  const flows = { homeScreen: standInResource({ canAdd: true }, null) };
  const { context } = createStaticApp().root.getSnapshot().children.session?.getSnapshot() ?? {};
  if (context === undefined) throw new Error("somebody is logged in");
  const session = sessionMachine.resolveState({
    value: { loggedIn: { user: "settled", storage: "checked" } },
    context: { ...context, isNewUser },
  });
  await renderWithTexts(
    <AppContext value={createStaticApp({ flows, session })}>
      <User />
    </AppContext>,
    { about, envelope },
    "/user",
  );
  await expect.element(page.getByText(about.hub.language, { exact: true })).toBeVisible();
  await expect.poll(() => findOffer().elements()).toHaveLength(offers);
});
