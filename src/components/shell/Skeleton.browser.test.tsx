import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";
import { renderStories } from "#tests/support/renderStories.tsx";

import { Cell } from "#src/components/ui/Cell.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { stories } from "./Skeleton.stories.tsx";

it.each(["cells", "cards", "amount"] as const)("says once that it waits, as %s", async (shape) => {
  await renderStories(stories, shape);
  await expect.element(page.getByRole("status")).toHaveTextContent("Loading");
  expect(page.getByText("Loading").elements()).toHaveLength(1);
  // Screen readers may skip what is busy.
  expect(page.getByRole("status").element().closest("[aria-busy=true]")).toBeNull();
});

it("is as high as the cells that come", async () => {
  await renderOnPage(
    <>
      <Skeleton label="Loading" rows={3} />
      <Section>
        <Cell title="One" />
        <Cell title="Two" />
        <Cell title="Three" />
      </Section>
    </>,
  );
  const skeleton = page.getByRole("status").element().parentElement;
  const section = document.querySelector("section");
  expect(skeleton?.clientHeight).toBeGreaterThan(0);
  expect(skeleton?.clientHeight).toBe(section?.clientHeight);
});

it("stands still where motion is not wanted", async () => {
  await renderStories(stories);
  const isMoving = () => document.getAnimations().some(({ playState }) => playState === "running");
  await expect.poll(isMoving).toBe(false);
});
