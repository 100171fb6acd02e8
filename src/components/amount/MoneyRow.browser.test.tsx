import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Amount } from "./Amount.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { MoneyRow } from "./MoneyRow.tsx";

const amount = <Amount amount="0.05" coinType="eth" />;

it("is one link that is named by all that stands in it, in the order in which it is read", async () => {
  await renderOnPage(
    <ul>
      <MoneyRow
        before={<Avatar name="Anna" />}
        title="Anna"
        subtitle="14:05"
        amount={amount}
        mark="Best luck"
        to="/user"
      >
        3 of 8
      </MoneyRow>
    </ul>,
  );
  await expect
    .element(page.getByRole("listitem").getByRole("link", { name: /Anna\s*14:05\s*0.05 ETH\s*Best luck\s*3 of 8/u }))
    .toHaveAttribute("href", "/user");
});

it("keeps amounts below each other at the right edge, beneath the text where they do not fit", async () => {
  await page.viewport(320, 700);
  await renderOnPage(
    <ul>
      <MoneyRow before={null} title="Anna" subtitle="14:05" amount={<span data-testid="short">0.05 ETH</span>} />
      <MoneyRow
        before={null}
        title="Maximiliana"
        subtitle="14:06"
        amount={<span data-testid="long">+10,000.123456 ETH and a little more</span>}
      />
    </ul>,
  );
  const readBox = (id: string) => page.getByTestId(id).element().getBoundingClientRect();
  const readBottom = (title: string) => page.getByText(title).element().getBoundingClientRect().bottom;
  expect(readBox("short").right).toBeCloseTo(readBox("long").right, 0);
  expect(readBox("short").top).toBeLessThan(readBottom("Anna"));
  expect(readBox("long").top).toBeGreaterThanOrEqual(readBottom("14:06"));
  await page.viewport(390, 844);
});

it("does not let ever longer words make a row of a list ever taller", async () => {
  const wish = "Happy new year to everybody! ";
  const readHeight = (row: number) => page.getByRole("listitem").nth(row).element().getBoundingClientRect().height;
  await renderOnPage(
    <ul>
      <MoneyRow before={null} title="Anna" subtitle="14:05" amount={amount} />
      <MoneyRow before={null} title={wish.repeat(6)} subtitle="14:05" amount={amount} />
      <MoneyRow before={null} title={wish.repeat(20)} subtitle="14:05" amount={amount} />
    </ul>,
  );
  expect(readHeight(1)).toBeGreaterThan(readHeight(0));
  expect(readHeight(2)).toBe(readHeight(1));
});
