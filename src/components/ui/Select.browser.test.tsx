import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { findFaults } from "#tests/support/findFaults.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Select } from "./Select.tsx";

const OPTIONS = [
  { value: "all", label: "All coins" },
  { value: "eth", label: "ETH" },
] as const;

function Example() {
  const [value, setValue] = useState<"all" | "eth">("all");
  return <Select label="Coin" options={OPTIONS} value={value} onChange={setValue} isMarked={value !== "all"} />;
}

describe("Select", () => {
  it("is a named choice that shows what is chosen", async () => {
    await renderOnPage(<Example />);
    const choice = page.getByRole("combobox", { name: "Coin" });
    await expect.element(choice).toHaveDisplayValue("All coins");
    await choice.selectOptions("ETH");
    await expect.element(choice).toHaveDisplayValue("ETH");
  });

  it("is sound on the narrowest phone, and as high as a finger needs", async () => {
    await renderOnPage(
      <Select
        label="Coin"
        value="a"
        onChange={() => {}}
        options={[{ value: "a", label: "A word that is longer than the narrowest phone is wide, and then some" }]}
      />,
    );
    expect(await findFaults()).toEqual([]);
    expect(page.getByRole("combobox").element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  });
});
