import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Address } from "./Address.tsx";

const ETHEREUM = "0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199";
const SOLANA = "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV";

it("shows groups of four, and is copied as one word", async () => {
  await renderOnPage(
    <p>
      <Address address={ETHEREUM} />
    </p>,
  );
  const groups = [...document.querySelectorAll("p > span > span")].map(({ textContent }) => textContent);
  expect(groups.slice(0, 3)).toEqual(["0x8626", "f694", "0E2e"]);
  expect(groups.at(-1)).toBe("1199");
  expect(document.querySelector("p")?.innerText).toBe(ETHEREUM);
  getSelection()?.selectAllChildren(document.querySelector("p") as HTMLElement);
  expect(getSelection()?.toString().trim()).toBe(ETHEREUM);
});

it("takes addresses of every length", async () => {
  await renderOnPage(
    <p>
      <Address address={SOLANA} />
    </p>,
  );
  expect(document.querySelector("p")?.textContent).toBe(SOLANA);
});

it("is shortened to its ends", async () => {
  await renderOnPage(<Address address={ETHEREUM} isShort />);
  await expect.element(page.getByText("0x8626…1199")).toBeVisible();
});
