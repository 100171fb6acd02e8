import { Suspense } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { defineScreen } from "./screens.ts";

it("says in a screen's place that it could not be loaded, with a way back and another try", async () => {
  const { Part, preload } = defineScreen(() => Promise.reject(new Error("no network")), []);
  await preload();
  await renderWithTexts(
    <Suspense>
      <Part />
    </Suspense>,
  );
  await expect.element(page.getByRole("alert").getByText("This could not be loaded")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Back" })).toBeVisible();
});
