import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { ChoiceCells } from "./ChoiceCells.tsx";
import { Section } from "./Section.tsx";

function Example() {
  const [value, setValue] = useState("friends");
  return (
    <Section title="Group">
      <ChoiceCells
        label="Group"
        value={value}
        onChange={setValue}
        options={[
          { value: "friends", label: "Friday lunch" },
          { value: "family", label: "Cả nhà mình", lang: "vi" },
          { value: "long", label: "Anameofagroupthathasnospacesandislongerthanthephone" },
        ]}
      />
    </Section>
  );
}

describe("ChoiceCells", () => {
  it("are radio buttons, chosen by tap on the whole row and by arrow keys", async () => {
    await renderOnPage(<Example />);
    await expect.element(page.getByRole("radio", { name: "Friday lunch" })).toBeChecked();
    await page.getByText("Cả nhà mình").click();
    await expect.element(page.getByRole("radio", { name: "Cả nhà mình" })).toBeChecked();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(page.getByRole("radio", { name: "Friday lunch" })).toBeChecked();
  });

  it("say of a label that it is in another language", async () => {
    await renderOnPage(<Example />);
    await expect.element(page.getByText("Cả nhà mình")).toHaveAttribute("lang", "vi");
  });
});
