import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { MainBar } from "./MainBar.tsx";

it("leads to the four main places, and tells sent from received", async () => {
  await renderOnPage(<MainBar />);
  const names = page
    .getByRole("link")
    .elements()
    .map(({ textContent }) => textContent);
  expect(names).toEqual(["Home", "Record", "Me", "Received"]);
  const isCurrent = (name: string) => page.getByRole("link", { name }).element().ariaCurrent;
  await page.getByRole("link", { name: "Received" }).click();
  await expect.poll(() => [isCurrent("Record"), isCurrent("Received")]).toEqual([null, "page"]);
  await page.getByRole("link", { name: "Record" }).click();
  await expect.poll(() => [isCurrent("Record"), isCurrent("Received")]).toEqual(["page", null]);
});
