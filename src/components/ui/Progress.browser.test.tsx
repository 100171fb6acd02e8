import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Progress } from "./Progress.tsx";
import { Section } from "./Section.tsx";

it("says how far it is", async () => {
  await renderOnPage(<Progress value={3} max={10} label="3 of 10 claimed" />);
  const bar = page.getByRole("progressbar", { name: "3 of 10 claimed" });
  await expect.element(bar).toHaveAttribute("value", "3");
  await expect.element(bar).toHaveAttribute("max", "10");
  await expect.element(page.getByText("3 of 10 claimed")).toBeVisible();
});

it("keeps its name where the text is hidden", async () => {
  await renderOnPage(<Progress value={0} max={10} label="Nothing claimed" isTextHidden />);
  await expect.element(page.getByRole("progressbar", { name: "Nothing claimed" })).toBeVisible();
  expect(page.getByText("Nothing claimed").element().getBoundingClientRect().width).toBe(1);
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
