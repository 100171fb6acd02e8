import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { SecretField } from "./SecretField.tsx";

it("hides what is typed until one wants to see it", async () => {
  await renderWithTexts(
    <SecretField label="Secret" showLabel="Show" hideLabel="Hide" value="Abc" onChange={() => undefined} />,
  );
  const field = page.getByLabelText("Secret");
  await expect.element(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show" }).click();
  await expect.element(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide" }).click();
  await expect.element(field).toHaveAttribute("type", "password");
});
