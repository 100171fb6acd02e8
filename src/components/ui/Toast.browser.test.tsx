import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { findFaults } from "#tests/support/findFaults.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Button } from "./Button.tsx";
import { Toast } from "./Toast.tsx";

const LONG = "La recherche a échoué : donaudampfschifffahrtsgesellschaftskapitänskajüte. ".repeat(2);

describe("Toast", () => {
  it("is announced: its region is there before the text; and nothing moves for it", async () => {
    function Example() {
      const [message, setMessage] = useState<string | null>(null);
      return (
        <>
          <Button
            onClick={() => {
              setMessage("Saved");
            }}
          >
            Save
          </Button>
          <Toast message={message} tone="good" />
        </>
      );
    }
    await renderOnPage(<Example />);
    const status = page.getByRole("status").element();
    expect(status.textContent).toBe("");
    const { top } = page.getByRole("button", { name: "Save" }).element().getBoundingClientRect();
    await page.getByRole("button", { name: "Save" }).click();
    await expect.element(page.getByRole("status")).toHaveTextContent("Saved");
    expect(page.getByRole("status").element()).toBe(status);
    expect(page.getByRole("button", { name: "Save" }).element().getBoundingClientRect().top).toBe(top);
  });

  it("goes by a tap anywhere on it and by keyboard, where that is offered", async () => {
    const onDismiss = vi.fn<() => void>();
    await renderOnPage(<Toast message="Saved" onDismiss={onDismiss} dismissLabel="Dismiss" />);
    const { left, top, height } = page.getByRole("status").element().getBoundingClientRect();
    const hit = document.elementFromPoint(left + 4, top + height / 2);
    expect(hit).toBe(page.getByRole("button", { name: "Dismiss" }).element());
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    expect(onDismiss).toHaveBeenCalledOnce();
  });

  it("lets taps through where it cannot be dismissed", async () => {
    await renderOnPage(<Toast message="Saved" />);
    const { left, top } = page.getByRole("status").element().getBoundingClientRect();
    expect(document.elementFromPoint(left + 4, top + 4)?.closest("output")).toBeNull();
    await expect.element(page.getByRole("button")).not.toBeInTheDocument();
  });

  it.each(["plain", "good", "bad"] as const)("is sound on the narrowest phone, %s", async (tone) => {
    await renderOnPage(<Toast message={LONG} tone={tone} onDismiss={() => {}} dismissLabel="Dismiss" />);
    expect(await findFaults()).toEqual([]);
  });

  it("shows that something is under way", async () => {
    await renderOnPage(<Toast message="Switching language…" isBusy />);
    await expect.element(page.getByRole("status")).toHaveTextContent("Switching language…");
  });
});
