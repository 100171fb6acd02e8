import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";
import { renderStories } from "#tests/support/renderStories.tsx";

import { ErrorState } from "./ErrorState.tsx";
import { stories } from "./ErrorState.stories.tsx";

it("tells at once what failed, and tries again by key", async () => {
  const onRetry = vi.fn<() => void>();
  await renderOnPage(<ErrorState title="It failed" text="Try later" retryLabel="Try again" onRetry={onRetry} />);
  await expect.element(page.getByRole("alert").getByText("It failed")).toBeVisible();
  await expect.element(page.getByRole("alert").getByText("Try later")).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Try again" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onRetry).toHaveBeenCalledOnce();
});

it("offers nothing where nothing can be done", async () => {
  await renderStories(stories, "title only");
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
