import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderStories } from "#tests/support/renderStories.tsx";

import { stories } from "./Timeline.stories.tsx";

it("lists the steps in their order and says which one is now", async () => {
  await renderStories(stories, "on the way");
  await expect.element(page.getByRole("list", { name: "Where your money is" })).toBeVisible();
  const items = page.getByRole("listitem").elements();
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "Awaiting payment 20 Nov 2026, 12:00",
    "Open 20 Nov 2026, 12:01",
    "Expired By 21 Nov 2026, 12:01 at the latest",
  ]);
  expect(items.map((item) => item.getAttribute("aria-current"))).toEqual([null, "step", null]);
});
