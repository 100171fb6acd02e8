import { useState } from "react";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Section } from "./Section.tsx";
import { SwitchCell } from "./SwitchCell.tsx";

function Switched() {
  const [isOn, setIsOn] = useState(false);
  return (
    <Section>
      <SwitchCell label="Hide me" hint="Others do not see you." isOn={isOn} onChange={setIsOn} />
    </Section>
  );
}

it("is a switch with its words, turned by a press anywhere and by the keyboard", async () => {
  await renderOnPage(<Switched />);
  const control = page.getByRole("switch", { name: "Hide me" });
  await expect.element(control).toHaveAccessibleDescription("Others do not see you.");
  await expect.element(control).not.toBeChecked();
  await page.getByText("Others do not see you.").click();
  await expect.element(control).toBeChecked();
  await userEvent.keyboard(" ");
  await expect.element(control).not.toBeChecked();
});

it("takes no press while it is busy", async () => {
  const onChange = vi.fn<(isOn: boolean) => void>();
  await renderOnPage(<SwitchCell label="Hide me" isOn isBusy onChange={onChange} />);
  (page.getByText("Hide me").element() as HTMLElement).click();
  expect(onChange).not.toHaveBeenCalled();
  await expect.element(page.getByRole("switch")).toBeChecked();
});
