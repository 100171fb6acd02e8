import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { findFaults } from "#tests/support/findFaults.ts";
import { typeWhileBusy } from "#tests/support/typeWhileBusy.tsx";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Field } from "./Field.tsx";

const nothing = () => {};

describe("Field", () => {
  it("ties label, hint and error to the input; the error takes the hint's place", async () => {
    await renderOnPage(
      <>
        <Field label="Code" value="x" onChange={nothing} hint="Eight characters" error="Too short" />
        <Field label="Name" value="" onChange={nothing} hint="As your friends know you" />
      </>,
    );
    const code = page.getByLabelText("Code");
    await expect.element(code).toHaveAccessibleDescription("Too short");
    await expect.element(code).toBeInvalid();
    const name = page.getByLabelText("Name");
    await expect.element(name).toHaveAccessibleDescription("As your friends know you");
    await expect.element(name).toBeValid();
  });

  it("announces an error, and nothing moves for it", async () => {
    function Example() {
      const [value, setValue] = useState("");
      return (
        <>
          <Field label="Code" value={value} onChange={setValue} error={value === "x" && "Too short"} />
          <p>Below</p>
        </>
      );
    }
    await renderOnPage(<Example />);
    const { top } = page.getByText("Below").element().getBoundingClientRect();
    const note = document.querySelector("[aria-live=polite]");
    await userEvent.type(page.getByLabelText("Code"), "x");
    await expect.element(page.getByText("Too short")).toBeVisible();
    expect(note?.textContent).toBe("Too short");
    expect(page.getByText("Below").element().getBoundingClientRect().top).toBe(top);
  });

  it("counts aloud only near the limit", async () => {
    const counter = (value: number) => (
      <Field label="Remark" value="" onChange={nothing} counter={{ value, max: 10 }} />
    );
    await renderOnPage(
      <>
        {counter(7)}
        {counter(8)}
      </>,
    );
    await expect.element(page.getByText("7/10")).toHaveAttribute("aria-live", "off");
    await expect.element(page.getByText("8/10")).toHaveAttribute("aria-live", "polite");
    await expect.element(page.getByLabelText("Remark").first()).toHaveAccessibleDescription("7/10");
  });

  it("is sound on the narrowest phone", async () => {
    await renderOnPage(
      <>
        <Field label="Name" value="" onChange={nothing} hint="A hint" placeholder="Somebody" />
        <Field
          label="A label that is so long that it takes two lines"
          value={"x".repeat(80)}
          onChange={nothing}
          error="This is much too long for what the field was made for"
          counter={{ value: 80, max: 32 }}
          after="ETH"
        />
        <Field label="Off" value="Still" onChange={nothing} disabled />
      </>,
    );
    expect(await findFaults()).toEqual([]);
  });

  it("keeps the focus while its form is busy, takes nothing and sends nothing twice", async () => {
    const end = await typeWhileBusy("Name", (props) => <Field label="Name" {...props} />);
    expect(end).toEqual({ value: "12", hasFocus: true, sentCount: 1 });
  });
});
