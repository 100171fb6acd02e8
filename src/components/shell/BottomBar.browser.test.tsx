import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { Icon } from "#src/components/ui/Icon.tsx";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { BottomBar } from "./MainBar.tsx";

const LABELS = {
  es: ["Inicio", "Historial", "Yo", "Recibidos"],
  km: ["ទំព័រដើម", "កំណត់ត្រា", "ខ្ញុំ", "បានទទួល"],
};

function Bar({ labels }: { labels: readonly string[] }) {
  return (
    <BottomBar
      label="Main places"
      items={labels.map((label, index) => ({
        to: `/place${String(index)}`,
        label,
        icon: <Icon name="home" />,
        isCurrent: index === 0,
      }))}
    />
  );
}

it("names its places and the one where one is", async () => {
  await renderOnPage(<Bar labels={LABELS.es} />);
  await expect.element(page.getByRole("navigation", { name: "Main places" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Inicio" })).toHaveAttribute("aria-current", "page");
  await expect.element(page.getByRole("link", { name: "Yo" })).not.toHaveAttribute("aria-current", "page");
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(page.getByRole("link", { name: "Historial" })).toHaveFocus();
});

it.each(["es", "km"] as const)("holds four places on one line of a narrow phone, %s", async (language) => {
  await page.viewport(320, 700);
  await renderOnPage(<Bar labels={LABELS[language]} />);
  const tops = page
    .getByRole("link")
    .elements()
    .map((link) => link.getBoundingClientRect().top);
  expect(new Set(tops).size).toBe(1);
  const heights = LABELS[language].map((label) => page.getByText(label).element().getBoundingClientRect().height);
  expect(new Set(heights)).toEqual(new Set([18]));
});
