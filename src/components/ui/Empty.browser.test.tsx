import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";
import { renderStories } from "#tests/support/renderStories.tsx";

import { Empty } from "./Empty.tsx";
import { stories } from "./Empty.stories.tsx";
import { Seal } from "./Seal.tsx";

it("says what is missing and what to do about it", async () => {
  await renderStories(stories, "with all");
  await expect.element(page.getByText("No groups yet")).toBeVisible();
  await expect.element(page.getByText("Add the bot to a group and it shows here.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Send an envelope" })).toBeVisible();
});

it("takes a picture of its own", async () => {
  await renderOnPage(<Empty picture={<Seal icon="gift" tone="plain" />} title="No groups" />);
  expect(document.querySelector("[data-tone=plain]")).not.toBeNull();
  expect(document.querySelectorAll("main svg")).toHaveLength(1);
});
