import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Cell } from "./Cell.tsx";

it("leads on by key", async () => {
  const onClick = vi.fn<() => void>();
  await renderOnPage(<Cell title="Wallets" onClick={onClick} />);
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Wallets" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onClick).toHaveBeenCalledOnce();
});

it("is one link with all its text as the name", async () => {
  await renderOnPage(<Cell title="Anna" subtitle="Yesterday" after="0.05 ETH" to="/user" />);
  await expect
    .element(page.getByRole("link", { name: /Anna\s*Yesterday\s*0.05 ETH/u }))
    .toHaveAttribute("href", "/user");
});

it("puts what does not fit beside the text under it, and squeezes neither", async () => {
  await page.viewport(320, 700);
  await renderOnPage(
    <>
      <Cell title="Paid" after={<span data-testid="short">0.05 ETH</span>} />
      <Cell title="Distribution of the envelope" after={<span data-testid="long">10,000.123456 Tron and more</span>} />
    </>,
  );
  const isBelow = (after: string, title: string) =>
    page.getByTestId(after).element().getBoundingClientRect().top >=
    page.getByText(title).element().getBoundingClientRect().bottom;
  expect(isBelow("short", "Paid")).toBe(false);
  expect(isBelow("long", "Distribution of the envelope")).toBe(true);
  await page.viewport(390, 844);
});
