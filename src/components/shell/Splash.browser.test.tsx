import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { findMisfits } from "#tests/support/findMisfits.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Splash } from "./Splash.tsx";

it("says that the page is loading and fits a narrow phone", async () => {
  await page.viewport(320, 700);
  await renderWithTexts(<Splash />);
  await expect.element(page.getByRole("status")).toHaveTextContent("Loading");
  expect(findMisfits()).toEqual([]);
  await page.viewport(390, 844);
});
