import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import { sampleSystemInfo } from "#tests/support/samples.ts";
import { createStaticApp, type Standing } from "#gallery/static/createStaticApp.ts";
import { standInSystemInfo } from "#gallery/static/standInResource.ts";
import home from "#locales/en/home.json";
import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import { createResourceMachine } from "#machines/kit/resource/resource.machine.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { MoreChats } from "./MoreChats.tsx";

const VIEW = {
  status: "empty",
  isRefreshing: false,
  actions: [{ event: { type: "ui.refresh" }, labelKey: "app:list.refresh", enabled: true }],
} as const;

const LOADING = createResourceMachine<typeof sampleSystemInfo, null>().resolveState({
  value: "loading",
  context: { params: null, value: null, failure: null },
});

function openApp(systemInfo: Standing["systemInfo"], openLink: (url: string) => void = () => {}): App {
  const app = createStaticApp({ systemInfo });
  return { ...app, messenger: { ...app.messenger, openLink } };
}

it("has the messenger add the bot to a group, and looks again", async () => {
  const openLink = vi.fn<(url: string) => void>();
  const send = vi.fn<(event: PagedListEvent) => void>();
  await renderOnPage(
    <AppContext value={openApp(standInSystemInfo({ ...sampleSystemInfo, botUsername: "hongbao_bot" }), openLink)}>
      <MoreChats view={VIEW} send={send} />
    </AppContext>,
    { home },
  );
  await page.getByRole("link", { name: "Add the bot to a group" }).click();
  expect(openLink).toHaveBeenCalledExactlyOnceWith("https://t.me/hongbao_bot?startgroup=true");
  expect(page.getByRole("button", { name: "Choose a group" }).elements()).toEqual([]);
  await page.getByRole("button", { name: "Check again" }).click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: "ui.refresh" });
});

it("names the step while the bot is not known", async () => {
  await renderOnPage(
    <AppContext value={openApp(LOADING)}>
      <MoreChats view={VIEW} send={vi.fn<(event: PagedListEvent) => void>()} />
    </AppContext>,
    { home },
  );
  await expect.element(page.getByText("Add the bot to a group")).toBeVisible();
  expect(page.getByRole("link").elements()).toEqual([]);
});
