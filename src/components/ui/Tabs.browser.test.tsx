import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Tabs } from "./Tabs.tsx";

const TABS = [
  { value: "sent", label: "Sent" },
  { value: "received", label: "Received" },
  { value: "unpaid", label: "Not yet paid" },
] as const;

function Example() {
  const [value, setValue] = useState<(typeof TABS)[number]["value"]>("sent");
  return (
    <Tabs label="Records" value={value} onChange={setValue} tabs={TABS}>
      <p>Panel of {value}</p>
    </Tabs>
  );
}

const tab = (name: string) => page.getByRole("tab", { name });

describe("Tabs", () => {
  it("move and select by arrow keys, Home and End, round the ends", async () => {
    await renderOnPage(<Example />);
    await tab("Sent").click();
    for (const [key, name] of [
      ["ArrowRight", "Received"],
      ["End", "Not yet paid"],
      ["ArrowRight", "Sent"],
      ["ArrowLeft", "Not yet paid"],
      ["Home", "Sent"],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      await expect.element(tab(name)).toHaveFocus();
      await expect.element(tab(name)).toHaveAttribute("aria-selected", "true");
    }
  });

  it("show the panel of the open tab, by its name", async () => {
    await renderOnPage(<Example />);
    await tab("Received").click();
    await expect.element(page.getByRole("tabpanel", { name: "Received" })).toHaveTextContent("Panel of received");
  });

  it("are one stop of the Tab key", async () => {
    await renderOnPage(<Example />);
    await userEvent.tab();
    await expect.element(tab("Sent")).toHaveFocus();
    await userEvent.tab();
    await expect.element(tab("Received")).not.toHaveFocus();
  });

  it("draw the line under the open tab", async () => {
    await renderOnPage(<Example />);
    await tab("Received").click();
    const line = document.querySelector("[role=tablist] > span")?.getBoundingClientRect();
    const { left, width } = tab("Received").element().getBoundingClientRect();
    expect([line?.left, line?.width].map((px) => Math.round(px ?? NaN))).toEqual([left, width].map(Math.round));
  });
});
