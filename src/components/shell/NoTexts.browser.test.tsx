import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import { findMisfits } from "#tests/support/findFaults.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { NoTexts } from "./NoTexts.tsx";

it("offers the new try by a sign", async () => {
  const onRetry = vi.fn<() => void>();
  await renderWithTexts(<NoTexts onRetry={onRetry} />);
  await page.getByRole("button", { name: "Reload" }).click();
  expect(onRetry).toHaveBeenCalledOnce();
  expect(findMisfits()).toEqual([]);
});
