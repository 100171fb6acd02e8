import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";
import { renderStories } from "#tests/support/renderStories.tsx";

import { Progress } from "./Progress.tsx";
import { stories } from "./Progress.stories.tsx";
import { Section } from "./Section.tsx";

it("says how far it is", async () => {
  await renderStories(stories, "some");
  const bar = page.getByRole("progressbar", { name: "3 of 8 claimed" });
  await expect.element(bar).toHaveAttribute("value", "3");
  await expect.element(bar).toHaveAttribute("max", "8");
  await expect.element(page.getByText("3 of 8 claimed")).toBeVisible();
});

it("keeps its name where the text is hidden", async () => {
  await renderStories(stories, "without words");
  await expect.element(page.getByRole("progressbar", { name: "3 of 8 claimed" })).toBeVisible();
  expect(page.getByText("3 of 8 claimed").element().getBoundingClientRect().width).toBe(1);
});

it("has the colours of the ground it lies on", async () => {
  await renderOnPage(
    <>
      <Progress value={1} max={3} label="page" />
      <div data-ground="stage">
        <Progress value={1} max={3} label="stage" />
        <Section isPadded>
          <Progress value={1} max={3} label="card" />
        </Section>
        <div data-ground="paper">
          <Progress value={1} max={3} label="paper" />
        </div>
      </div>
    </>,
  );
  const readTrack = (name: string) =>
    getComputedStyle(page.getByRole("progressbar", { name }).element()).backgroundColor;
  expect(readTrack("stage")).toBe("rgb(109, 10, 24)");
  expect(readTrack("paper")).toBe("rgb(246, 228, 191)");
  expect(readTrack("card")).toBe(readTrack("page"));
});
