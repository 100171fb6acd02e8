import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { findFaults } from "#tests/support/findFaults.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Amount } from "#src/components/amount/Amount.tsx";
import { Avatar } from "./Avatar.tsx";
import { Badge } from "./Badge.tsx";
import { Cell } from "./Cell.tsx";
import { Section } from "./Section.tsx";

const nothing = () => {};

it("is sound as text, link and button, with long words too", async () => {
  await renderOnPage(
    <Section>
      <Cell title="Total" after={<Amount amount="0.05" coinType="eth" />} />
      <Cell before={<Avatar name="Anna" />} title="Anna" subtitle="Yesterday" to="/user" />
      <Cell title="Wallets" onClick={nothing} after={<Badge tone="warn">Partly received</Badge>} />
      <Cell
        before={<Avatar name="A" />}
        title="Donaudampfschifffahrtsgesellschaftskapitän"
        subtitle="0x71C7656EC7ab88b098defB751B7401B5f6d8976F"
        after={<Amount amount="10000.123456" coinType="tron" />}
        to="/user"
      />
    </Section>,
  );
  expect(await findFaults()).toEqual([]);
});

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
