import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useLocation } from "react-router-dom";

import about from "#locales/en/about.json";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { prepareApp } from "#tests/support/prepareApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Welcome } from "./Welcome.tsx";

let app: App;

afterEach(() => {
  app.root.stop();
});

/** Another page shows its address. */
function Stage() {
  const { pathname, search } = useLocation();
  return pathname === "/welcome" ? <Welcome /> : <p>{`at ${pathname}${search}`}</p>;
}

it("leads on to the wanted page, by keyboard alone", async () => {
  app = await prepareApp();
  app.root.start();
  app.root.send({ type: "app.start" });
  await renderWithTexts(
    <AppContext value={app}>
      <Stage />
    </AppContext>,
    { about },
    `/welcome?${new URLSearchParams({ redirect: "/sendPacket?chatId=-1001" }).toString()}`,
  );
  page.getByRole("button", { name: about.welcome.next }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: about.welcome.opening.title })).toBeVisible();
  await page.getByRole("button", { name: about.welcome.skip }).click();
  await expect.element(page.getByText("at /sendPacket?chatId=-1001")).toBeVisible();
});
