import i18next from "i18next";
import { useState, type ComponentProps } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { typeWhileBusy } from "#tests/support/typeWhileBusy.tsx";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { AmountField } from "./AmountField.tsx";

const onChange = vi.fn<(value: string) => void>();

function Example({ start = "", ...rest }: { start?: string } & Partial<ComponentProps<typeof AmountField>>) {
  const [value, setValue] = useState(start);
  return (
    <AmountField
      label="Total"
      unit="ETH"
      maxLength={9}
      {...rest}
      value={value}
      onChange={(text) => {
        onChange(text);
        setValue(text);
      }}
    />
  );
}

const getInput = () => page.getByLabelText("Total").element() as HTMLInputElement;

function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  getInput().dispatchEvent(event);
  // Else the browser would put in a text of its own reading.
  expect(event.defaultPrevented).toBe(true);
}

afterEach(async () => {
  onChange.mockClear();
  await i18next.changeLanguage("en");
});

describe("AmountField", () => {
  it.each(["0,05", "0.05", "០,០៥", ",05"])("takes %s typed as 0.05", async (typed) => {
    await renderOnPage(<Example />);
    await userEvent.type(page.getByLabelText("Total"), typed);
    expect(onChange).toHaveBeenLastCalledWith("0.05");
    await expect.element(page.getByLabelText("Total")).toHaveValue("0.05");
  });

  it("shows the language's own mark and hands on a point", async () => {
    await renderOnPage(<Example />);
    await i18next.changeLanguage("vi");
    await userEvent.type(page.getByLabelText("Total"), "0.05");
    expect(onChange).toHaveBeenLastCalledWith("0.05");
    await expect.element(page.getByLabelText("Total")).toHaveValue("0,05");
  });

  it("refuses what would be another number and leaves the caret where it was", async () => {
    await renderOnPage(<Example start="1.234" />);
    await userEvent.click(page.getByLabelText("Total"));
    getInput().setSelectionRange(1, 1);
    await userEvent.keyboard(",");
    await userEvent.keyboard("e");
    await userEvent.keyboard("-");
    expect(onChange).not.toHaveBeenCalled();
    expect(getInput().value).toBe("1.234");
    expect(getInput().selectionStart).toBe(1);
  });

  it.each([
    ["5e-2", "5"],
    ["-1", ""],
    ["1,2.3", "1.2"],
    ["0.5x", "0.5"],
  ])(
    "refuses the rest of %s too, however slowly it comes, and says so until the field is left",
    async (typed, value) => {
      await renderOnPage(<Example keyError="Only digits" />);
      await userEvent.type(page.getByLabelText("Total"), typed);
      await expect.element(page.getByText("Only digits")).toBeVisible();
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      await userEvent.keyboard("7");
      expect(getInput().value).toBe(value);
      await userEvent.tab();
      await userEvent.type(page.getByLabelText("Total"), "7");
      await expect.element(page.getByLabelText("Total")).toHaveValue(`${value}7`);
      await expect.element(page.getByText("Only digits")).not.toBeInTheDocument();
    },
  );

  it.each([
    ["a deletion", () => userEvent.keyboard("{Backspace}")],
    ["leaving the field", () => userEvent.tab()],
  ])("says no longer that a key was refused after %s", async (_, act) => {
    await renderOnPage(<Example keyError="Only digits" />);
    await userEvent.type(page.getByLabelText("Total"), "5x");
    await expect.element(page.getByText("Only digits")).toBeVisible();
    await act();
    await expect.element(page.getByText("Only digits")).not.toBeInTheDocument();
  });

  it("says it no longer once the form has taken the number", async () => {
    function Sending() {
      const [isBusy, setIsBusy] = useState(false);
      return (
        <>
          <Example start="5" keyError="Only digits" disabled={isBusy} />
          <p>{isBusy ? "busy" : "ready"}</p>
          <div
            data-testid="host"
            onPointerEnter={() => {
              setIsBusy(!isBusy);
            }}
          />
        </>
      );
    }
    await renderOnPage(<Sending />);
    await userEvent.type(page.getByLabelText("Total"), "x");
    await expect.element(page.getByText("Only digits")).toBeVisible();
    // The messenger's main button takes no focus from the field.
    for (const state of ["busy", "ready"]) {
      page
        .getByTestId("host")
        .element()
        .dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      await expect.element(page.getByText(state)).toBeVisible();
      expect(page.getByText("Only digits").elements()).toEqual([]);
    }
  });

  it("keeps the focus while its form is busy, takes nothing and sends nothing twice", async () => {
    const end = await typeWhileBusy("Total", (props) => (
      <AmountField label="Total" unit="ETH" maxLength={9} {...props} />
    ));
    expect(end).toEqual({ value: "12", hasFocus: true, sentCount: 1 });
  });

  it("keeps the caret while a number is changed in its middle", async () => {
    await renderOnPage(<Example start="12.5" />);
    await userEvent.click(page.getByLabelText("Total"));
    getInput().setSelectionRange(1, 1);
    await userEvent.keyboard("9");
    await userEvent.keyboard("៨");
    await expect.poll(() => getInput().value).toBe("1982.5");
    expect(getInput().selectionStart).toBe(3);
    await userEvent.keyboard("{Backspace}");
    await expect.poll(() => getInput().value).toBe("192.5");
    expect(getInput().selectionStart).toBe(2);
  });

  it.each([
    ["1,234.50", "1234.50"],
    ["1.234,5", "1234.5"],
    [" 0,5 ETH", "0.5"],
  ])("takes %j pasted as %s", async (pasted, value) => {
    await renderOnPage(<Example />);
    paste(pasted);
    await expect.element(page.getByLabelText("Total")).toHaveValue(value);
  });

  it.each(["1e3", "-5", "0.1\n0.2", "5 TON", "9".repeat(60)])("is not changed by %j pasted", async (pasted) => {
    await renderOnPage(<Example start="0.7" />);
    getInput().select();
    paste(pasted);
    expect(onChange).not.toHaveBeenCalled();
    expect(getInput().value).toBe("0.7");
  });

  it("says that a paste is refused, until something is typed", async () => {
    await renderOnPage(<Example start="0.7" pasteError="No amount" />);
    paste("soon");
    await expect.element(page.getByText("No amount")).toBeVisible();
    await userEvent.type(page.getByLabelText("Total"), "5");
    await expect.element(page.getByText("No amount")).not.toBeInTheDocument();
  });

  it("pastes at the caret, over what is marked", async () => {
    await renderOnPage(<Example start="12.34" />);
    getInput().setSelectionRange(1, 4);
    paste("0,9");
    expect(getInput().value).toBe("10.94");
    expect(getInput().selectionStart).toBe(4);
  });

  it("takes no more characters than fit, and lets a longer value become shorter", async () => {
    await renderOnPage(<Example start="0.12345678" />);
    await userEvent.type(page.getByLabelText("Total"), "9");
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.keyboard("{Backspace}{Backspace}");
    expect(onChange).toHaveBeenLastCalledWith("0.123456");
    await userEvent.keyboard("78");
    expect(onChange).toHaveBeenLastCalledWith("0.1234567");
  });

  it("drops idle zeros and a trailing mark when it is left", async () => {
    const onBlur = vi.fn<() => void>();
    await renderOnPage(<Example onBlur={onBlur} />);
    await userEvent.type(page.getByLabelText("Total"), "007.");
    await userEvent.tab();
    expect(onChange).toHaveBeenLastCalledWith("7");
    expect(onBlur).toHaveBeenCalledOnce();
  });

  it("is sound on the narrowest phone, large and normal", async () => {
    await page.viewport(320, 700);
    await renderOnPage(
      <>
        <Example start="10000.123456" maxLength={12} size="hero" fiat="≈ 25 000 000 USD" unit="TRX" />
        <AmountField label="Other" value="" onChange={onChange} unit="ETH" maxLength={9} error="Fill in an amount" />
      </>,
    );
    const hero = getInput();
    expect(hero.scrollWidth).toBeLessThanOrEqual(hero.clientWidth);
    await page.viewport(390, 844);
  });
});
