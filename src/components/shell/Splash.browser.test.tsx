import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { findMisfits } from "#tests/support/findFaults.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Splash } from "./Splash.tsx";

it("says that the page is loading and fits a narrow phone", async () => {
  await page.viewport(320, 700);
  await renderWithTexts(<Splash />);
  await expect.element(page.getByRole("status")).toHaveTextContent("Loading");
  expect(findMisfits()).toEqual([]);
  await page.viewport(390, 844);
});

it("outlines no page for somebody who may be a newcomer, whom the welcome awaits", async () => {
  const { dataset } = document.documentElement;
  await renderWithTexts(<Splash />);
  const cards = document.querySelector<HTMLElement>(".shell-cards");
  expect(cards?.offsetHeight).toBeGreaterThan(0);
  dataset["newcomer"] = "";
  expect(cards?.offsetHeight).toBe(0);
  expect(page.getByText("Hongbao").elements()).toHaveLength(1);
  delete dataset["newcomer"];
});
