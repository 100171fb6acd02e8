import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { PagedListView } from "#machines/kit/pagedList/pagedList.view.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { ListBody } from "./ListBody.tsx";

type View = Omit<PagedListView, "items" | "extra">;

const PAGE: View = {
  status: "page",
  total: 3,
  isLoadingMore: false,
  isRefreshing: false,
  failureKey: null,
  failureValues: {},
  actions: [{ event: { type: "ui.loadMore" }, labelKey: "app:list.loadMore", enabled: true }],
};

async function renderList(view: View | null) {
  const send = vi.fn<(event: PagedListEvent) => void>();
  await renderOnPage(
    <ListBody list={view === null ? null : { view, send }} empty={<p>Nothing yet</p>}>
      <p>The rows</p>
    </ListBody>,
  );
  return send;
}

it.each([null, { ...PAGE, status: "loading" } as const])("keeps the place of what is to come", async (view) => {
  await renderList(view);
  await expect.element(page.getByRole("status")).toHaveTextContent("Loading");
  await expect.element(page.getByText("The rows")).not.toBeInTheDocument();
});

it("shows rows and asks for more", async () => {
  const send = await renderList(PAGE);
  await expect.element(page.getByText("The rows")).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: "ui.loadMore" });
});

it("keeps the rows when more of them could not be had", async () => {
  await renderList({ ...PAGE, failureKey: "app:list.failed" });
  await expect.element(page.getByText("The rows")).toBeVisible();
  await expect.element(page.getByRole("alert")).toHaveTextContent("This could not be loaded");
});

it("says when there is nothing", async () => {
  await renderList({ ...PAGE, status: "empty" });
  await expect.element(page.getByText("Nothing yet")).toBeVisible();
});

it("says beside nothing why it could not be read again", async () => {
  await renderList({ ...PAGE, status: "empty", failureKey: "app:list.failed" });
  await expect.element(page.getByText("Nothing yet")).toBeVisible();
  await expect.element(page.getByRole("alert")).toHaveTextContent("This could not be loaded");
});

it("offers another try", async () => {
  const send = await renderList({ ...PAGE, status: "failed", failureKey: "app:error.crashedText" });
  await page.getByRole("button", { name: "Try again" }).click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: "ui.retry" });
});
