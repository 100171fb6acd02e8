import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderStories } from "#tests/support/renderStories.tsx";

import { stories } from "./Outcome.stories.tsx";

it("tells what is good quietly and what went wrong at once", async () => {
  await renderStories(stories, "gold", "bad");
  await expect.element(page.getByRole("status")).toHaveTextContent("PaidThe red envelope is live.");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Payment failedInsufficient balance");
});
