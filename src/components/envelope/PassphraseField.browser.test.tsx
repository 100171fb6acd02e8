import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { PassphraseField } from "./PassphraseField.tsx";

const onGenerate = vi.fn<() => void>();

function Example({ start = "" }: { start?: string }) {
  const [value, setValue] = useState(start);
  return (
    <PassphraseField
      label="Passphrase"
      value={value}
      onChange={setValue}
      hint="6 to 32 characters"
      generateLabel="Make one"
      onGenerate={onGenerate}
    />
  );
}

describe("PassphraseField", () => {
  it("shows what is typed and is left alone by keyboards and password managers", async () => {
    await renderOnPage(<Example start="happy year" />);
    const input = page.getByRole("textbox", { name: "Passphrase" });
    await expect.element(input).toHaveValue("happy year");
    for (const [name, value] of [
      ["type", "text"],
      ["autocomplete", "off"],
      ["autocapitalize", "none"],
      ["autocorrect", "off"],
      ["spellcheck", "false"],
    ] as const) {
      await expect.element(input).toHaveAttribute(name, value);
    }
  });

  it("counts characters as the envelope will, keeps inner spaces, and cuts nothing", async () => {
    await renderOnPage(<Example />);
    const input = page.getByRole("textbox");
    await input.fill(" 🧧🧧  恭喜 ");
    await expect.element(page.getByText("5/32")).toBeVisible();
    await expect.element(input).toHaveValue(" 🧧🧧  恭喜 ");
    await input.fill("x".repeat(40));
    await expect.element(page.getByText("40/32")).toBeVisible();
    await expect.element(input).toHaveValue("x".repeat(40));
  });

  it("offers to make one up", async () => {
    await renderOnPage(<Example />);
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    expect(onGenerate).toHaveBeenCalledOnce();
  });
});
