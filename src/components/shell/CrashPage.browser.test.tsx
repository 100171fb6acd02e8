import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { CrashPage } from "./CrashPage.tsx";

it("says that the money is safe and offers a new start", async () => {
  await renderWithTexts(<CrashPage />);
  await expect.element(page.getByText(/^Your money is safe/u)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Reload" })).toBeVisible();
});
