import { expect, it } from "vitest";
import { useLocation } from "react-router-dom";
import { page, userEvent } from "vitest/browser";
import { createActor } from "xstate";

import { createStaticActor } from "#gallery/static/createStaticActor.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import about from "#locales/en/about.json";
import type { appMachine } from "#machines/app/app.machine.ts";
import { welcomeMachine } from "#machines/welcome/welcome.machine.ts";
import { AppContext } from "#src/hooks/AppContext.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Welcome } from "./Welcome.tsx";

/** The welcome of a live flow; another page shows its address. */
async function openWelcome(target: string) {
  const welcome = createActor(welcomeMachine, { input: { target, isFromGroup: false } }).start();
  const still = createStaticApp();
  const root = still.root.getSnapshot();
  const live = {
    ...still,
    root: createStaticActor<typeof appMachine>({
      ...root,
      children: { ...root.children, welcome },
      context: { ...root.context, flows: [{ id: "welcome" as const, flow: "welcome" as const }] },
    }),
  };
  function Stage() {
    const { pathname, search } = useLocation();
    return pathname === "/welcome" ? <Welcome /> : <p>{`at ${pathname}${search}`}</p>;
  }
  await renderWithTexts(
    <AppContext value={live}>
      <Stage />
    </AppContext>,
    { about },
    `/welcome?${new URLSearchParams({ redirect: target }).toString()}`,
  );
}

const { keeping, opening, sending } = about.welcome;

it("leads in three steps to the wanted page, by keyboard alone and back in between", async () => {
  await openWelcome("/sendPacket?chatId=-1001");
  await expect.element(page.getByRole("heading", { name: sending.title })).toBeVisible();
  page.getByRole("button", { name: about.welcome.next }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: opening.title })).toBeVisible();
  await page.getByRole("button", { name: about.welcome.next }).click();
  await expect.element(page.getByRole("heading", { name: keeping.title })).toBeVisible();
  await expect.element(page.getByRole("button", { name: about.welcome.start })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect.element(page.getByRole("heading", { name: opening.title })).toBeVisible();
  await page.getByRole("button", { name: about.welcome.skip }).click();
  await expect.element(page.getByText("at /sendPacket?chatId=-1001")).toBeVisible();
});

it("is skipped at once", async () => {
  await openWelcome("/homePage");
  await page.getByRole("button", { name: about.welcome.skip }).click();
  await expect.element(page.getByText("at /homePage")).toBeVisible();
});
