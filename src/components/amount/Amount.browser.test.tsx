import i18next from "i18next";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Amount } from "./Amount.tsx";

const SIZES = ["normal", "large", "huge", "hero"] as const;

afterEach(async () => {
  await i18next.changeLanguage("en");
});

it("shows every digit with its coin", async () => {
  await renderOnPage(<Amount amount="0.123456789012345678" coinType="eth" />);
  await expect.element(page.getByText("0.123456789012345678 ETH")).toBeVisible();
});

it("follows the language", async () => {
  await renderOnPage(<Amount amount="1234.5" coinType="tron" />);
  await i18next.changeLanguage("vi");
  await expect.element(page.getByText("1.234,5 TRX")).toBeVisible();
});

it("has a plus for what came in", async () => {
  await renderOnPage(<Amount amount="0.05" coinType="eth" isSigned />);
  await expect.element(page.getByText("+0.05 ETH")).toBeVisible();
});

it("draws a dash for an unknown amount", async () => {
  await renderOnPage(<Amount amount={null} coinType="eth" />);
  await expect.element(page.getByText("–")).toHaveAttribute("aria-hidden", "true");
  await expect.element(page.getByText("unknown")).toBeInTheDocument();
});

it.each(SIZES)("fits a narrow phone on one line, %s", async (size) => {
  await renderOnPage(
    <div data-testid="card" style={{ margin: 32 }}>
      <Amount amount="10000.123456" coinType="tron" size={size} />
    </div>,
  );
  await page.viewport(320, 700);
  const card = page.getByTestId("card").element().getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(page.getByTestId("card").element());
  const digits = range.getBoundingClientRect();
  expect(digits.right).toBeLessThanOrEqual(card.right);
  expect(digits.left).toBeGreaterThanOrEqual(card.left);
  const lines = new Set(
    [...page.getByText("10,000.123456", { exact: true }).element().getClientRects()].map(({ top }) => top),
  );
  expect(lines.size).toBe(1);
  await page.viewport(390, 844);
});

it("stays as great as it can where the number is short", async () => {
  await renderOnPage(<Amount amount="0.05" coinType="eth" size="hero" />);
  expect(getComputedStyle(page.getByText("0.05", { exact: true }).element()).fontSize).toBe("48px");
});
