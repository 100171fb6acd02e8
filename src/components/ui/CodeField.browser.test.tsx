import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { tidyVerificationCode } from "#domain/account/verificationCode.ts";
import { typeWhileBusy } from "#tests/support/typeWhileBusy.tsx";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { CodeField } from "./CodeField.tsx";

function Stage() {
  const [code, setCode] = useState("");
  return (
    <CodeField
      label="Code"
      value={code}
      onChange={(typed) => {
        setCode(tidyVerificationCode(typed));
      }}
      length={6}
      isFocused
    />
  );
}

const readCells = () =>
  [...document.querySelectorAll("[aria-hidden=true] > span")].map(({ textContent }) => textContent).join("|");

it("takes the focus, digits and the backspace, one cell each", async () => {
  await renderWithTexts(<Stage />);
  await expect.element(page.getByRole("textbox", { name: "Code" })).toHaveFocus();
  await userEvent.keyboard("00x42");
  await expect.poll(readCells).toBe("0|0|4|2||");
  await userEvent.keyboard("{Backspace}");
  await expect.poll(readCells).toBe("0|0|4|||");
});

it("takes a code that is pasted with a space, or filled in by the phone", async () => {
  await renderWithTexts(<Stage />);
  const field = page.getByRole("textbox", { name: "Code" });
  await expect.element(field).toHaveAttribute("autocomplete", "one-time-code");
  await expect.element(field).toHaveAttribute("inputmode", "numeric");
  await field.fill("004 217");
  await expect.poll(readCells).toBe("0|0|4|2|1|7");
});

it("keeps the focus while its form is busy, takes nothing and sends nothing twice", async () => {
  const end = await typeWhileBusy("Code", (props) => <CodeField label="Code" length={6} isFocused {...props} />);
  expect(end).toEqual({ value: "12", hasFocus: true, sentCount: 1 });
});
