import { afterEach, expect, it } from "vitest";

import { showInsets } from "./hostStyle.ts";

const root = document.documentElement;
const NONE = { top: 0, bottom: 0, left: 0, right: 0 };
const TOP = "--tg-viewport-content-safe-area-inset-top";

afterEach(() => {
  root.removeAttribute("style");
});

async function countWritings(write: () => void): Promise<number> {
  const writings: MutationRecord[] = [];
  const observer = new MutationObserver((records) => writings.push(...records));
  observer.observe(root, { attributes: true });
  write();
  await Promise.resolve();
  observer.disconnect();
  return writings.length;
}

it("writes no inset that is there already", async () => {
  expect(await countWritings(() => showInsets(root, "content-safe-area", NONE))).toBe(4);
  expect(await countWritings(() => showInsets(root, "content-safe-area", { ...NONE, top: 46 }))).toBe(1);
  expect(await countWritings(() => showInsets(root, "content-safe-area", { ...NONE, top: 46 }))).toBe(0);
  expect(root.style.getPropertyValue(TOP)).toBe("46px");
});
