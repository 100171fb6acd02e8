import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/AppContext.ts";
import { findFaults } from "#tests/support/findFaults.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { NoChats } from "./NoChats.tsx";

const VIEW = {
  isRefreshing: false,
  actions: [{ event: { type: "ui.refresh" }, labelKey: "app:list.refresh", enabled: true }],
} as const;

it("has the messenger add the bot to a group, and looks again", async () => {
  const openLink = vi.fn<(url: string) => void>();
  const send = vi.fn<(event: PagedListEvent) => void>();
  await renderOnPage(
    <AppContext value={{ messenger: { openLink } } as unknown as App}>
      <NoChats botUsername="hongbao_bot" view={VIEW} send={send} />
    </AppContext>,
  );
  await page.getByRole("link", { name: "Add the bot to a group" }).click();
  expect(openLink).toHaveBeenCalledExactlyOnceWith("https://t.me/hongbao_bot?startgroup=true");
  await page.getByRole("button", { name: "Check again" }).click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: "ui.refresh" });
  expect(await findFaults()).toEqual([]);
});

it("names the step while the bot is not known", async () => {
  await renderOnPage(<NoChats botUsername={null} view={VIEW} send={vi.fn<(event: PagedListEvent) => void>()} />);
  await expect.element(page.getByText("Add the bot to a group")).toBeVisible();
  expect(page.getByRole("link").elements()).toEqual([]);
});
