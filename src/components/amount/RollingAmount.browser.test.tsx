import { expect, it } from "vitest";

import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { RollingAmount } from "./RollingAmount.tsx";

/** The digits that the reels show once they have stopped. */
function readWindows(): string {
  for (const animation of document.getAnimations()) animation.finish();
  return [...document.querySelectorAll<HTMLElement>("[data-reel]")]
    .map((reel) => {
      const { top } = (reel.parentElement as HTMLElement).getBoundingClientRect();
      const digits = (reel.dataset["reel"] ?? "").split("\n");
      const box = reel.getBoundingClientRect();
      const lineHeight = box.height / digits.length;
      return digits[Math.round((top - box.top) / lineHeight)];
    })
    .join("");
}

it.each([
  ["0.012345", "0012345"],
  ["9999.999999", "9999999999"],
  ["10000", "10000"],
])("each digit of %s rolls to its own place", async (amount, digits) => {
  await renderWithTexts(<RollingAmount amount={amount} coinType="tron" isRolling />);
  expect(readWindows()).toBe(digits);
});

it("says the amount once, exactly, while the digits roll unheard", async () => {
  await renderWithTexts(<RollingAmount amount="1234.000001" coinType="eth" isRolling />);
  const heard = document.body.cloneNode(true) as HTMLElement;
  for (const unheard of heard.querySelectorAll("[aria-hidden=true]")) unheard.remove();
  expect((heard.textContent ?? "").trim()).toBe("1,234.000001 ETH");
});

it("keeps its place when the rolling ends", async () => {
  await renderWithTexts(
    <div style={{ width: 180 }}>
      <RollingAmount amount="0.0123" coinType="eth" isRolling />
      <RollingAmount amount="0.0123" coinType="eth" isRolling={false} />
    </div>,
  );
  const [rolling, still] = [...document.querySelectorAll<HTMLElement>("div > span > [aria-hidden=true]")].map((line) =>
    [...line.children].map((child) => {
      const { left, width, height } = child.getBoundingClientRect();
      return [left, width, height].map(Math.round);
    }),
  );
  expect(rolling).toEqual(still);
});
