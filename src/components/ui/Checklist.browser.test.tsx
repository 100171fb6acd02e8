import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderStories } from "#tests/support/renderStories.tsx";

import { stories } from "./Checklist.stories.tsx";

it("says of each condition whether it is met", async () => {
  await renderStories(stories, "some met");
  await expect.element(page.getByRole("list", { name: "Conditions" })).toBeVisible();
  expect(
    page
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["8 characters (missing)", "Capital letter (done)", "Small letter (done)", "Digit (missing)"]);
});
