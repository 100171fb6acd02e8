import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { CheckCells } from "./CheckCells.tsx";
import { Section } from "./Section.tsx";

const OPTIONS = [
  { value: "friends", label: "Friday lunch" },
  { value: "family", label: "Cả nhà mình", lang: "vi" },
  { value: "long", label: "Anameofagroupthathasnospacesandislongerthanthephone" },
];

function Example({ onLeave, isFull = false }: { onLeave?: () => void; isFull?: boolean }) {
  const [values, setValues] = useState<readonly string[]>(["friends"]);
  return (
    <Section title="Groups">
      <CheckCells
        label="Groups"
        values={values}
        onToggle={(value) => {
          setValues(values.includes(value) ? values.filter((chosen) => chosen !== value) : [...values, value]);
        }}
        {...(onLeave && { onLeave })}
        {...(values.length === 0 && { error: "Choose at least one group" })}
        options={OPTIONS}
        disabledValues={isFull ? OPTIONS.map(({ value }) => value).filter((value) => !values.includes(value)) : []}
      />
    </Section>
  );
}

describe("CheckCells", () => {
  it("are checkboxes, switched by tap on the whole row and by the space bar", async () => {
    await renderOnPage(<Example />);
    await expect.element(page.getByRole("group", { name: "Groups" })).toBeVisible();
    await expect.element(page.getByRole("checkbox", { name: "Friday lunch" })).toBeChecked();
    await page.getByText("Cả nhà mình").click();
    await expect.element(page.getByRole("checkbox", { name: "Cả nhà mình" })).toBeChecked();
    await expect.element(page.getByRole("checkbox", { name: "Friday lunch" })).toBeChecked();
    await userEvent.keyboard(" ");
    await expect.element(page.getByRole("checkbox", { name: "Cả nhà mình" })).not.toBeChecked();
  });

  it("say what is wrong with the choice, at each box", async () => {
    await renderOnPage(<Example />);
    const box = page.getByRole("checkbox", { name: "Friday lunch" });
    await expect.element(box).not.toHaveAttribute("aria-invalid");
    await box.click();
    await expect.element(box).toHaveAttribute("aria-invalid", "true");
    await expect.element(box).toHaveAccessibleDescription("Choose at least one group");
  });

  it("tell when the focus leaves the list, and not when it goes on inside", async () => {
    const onLeave = vi.fn<() => void>();
    await renderOnPage(<Example onLeave={onLeave} />);
    await userEvent.tab();
    await userEvent.tab();
    expect(onLeave).not.toHaveBeenCalled();
    await userEvent.tab();
    await userEvent.tab();
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it("take no more where as many are chosen as may be, and still give one back", async () => {
    await renderOnPage(<Example isFull />);
    const other = page.getByRole("checkbox", { name: "Cả nhà mình" });
    await expect.element(other).toHaveAttribute("aria-disabled", "true");
    (other.element() as HTMLElement).click();
    await expect.element(other).not.toBeChecked();
    const chosen = page.getByRole("checkbox", { name: "Friday lunch" });
    await chosen.click();
    await expect.element(chosen).not.toBeChecked();
  });

  it("keep the focus while they cannot be switched", async () => {
    function Busy() {
      const [isBusy, setIsBusy] = useState(false);
      return (
        <CheckCells
          label="Groups"
          values={[]}
          onToggle={() => {
            setIsBusy(true);
          }}
          options={OPTIONS}
          disabledValues={isBusy ? OPTIONS.map(({ value }) => value) : []}
        />
      );
    }
    await renderOnPage(<Busy />);
    const box = page.getByRole("checkbox", { name: "Friday lunch" });
    await box.click();
    await expect.element(box).toHaveAttribute("aria-disabled", "true");
    await expect.element(box).toHaveFocus();
  });
});
