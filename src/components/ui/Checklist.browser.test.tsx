import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Checklist } from "./Checklist.tsx";

it("says of each condition whether it is met", async () => {
  await renderWithTexts(
    <Checklist
      label="Conditions"
      metLabel="(done)"
      unmetLabel="(missing)"
      items={[
        { name: "a", text: "Digit", isMet: true },
        { name: "b", text: "Capital letter", isMet: false },
      ]}
    />,
  );
  await expect.element(page.getByRole("list", { name: "Conditions" })).toBeVisible();
  expect(
    page
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["Digit (done)", "Capital letter (missing)"]);
});
