import { useState, type ReactNode } from "react";
import { expect, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderOnPage } from "./renderOnPage.tsx";

interface BusyField {
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
}

/** Fills in `12` and sends the form by Enter, then types, pastes and sends on while its field is switched off. */
export async function typeWhileBusy(
  label: string,
  renderField: (props: BusyField) => ReactNode,
): Promise<{ value: string; hasFocus: boolean; sentCount: number }> {
  const onSubmit = vi.fn<() => void>();
  function Form() {
    const [value, setValue] = useState("");
    const [isBusy, setIsBusy] = useState(false);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
          setIsBusy(true);
        }}
      >
        {renderField({ value, onChange: setValue, disabled: isBusy })}
      </form>
    );
  }
  await renderOnPage(<Form />);
  const field = page.getByLabelText(label, { exact: true });
  await userEvent.type(field, "12");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("3{Backspace}{Enter}");
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", "4");
  field.element().dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  const input = field.element() as HTMLInputElement;
  return { value: input.value, hasFocus: document.activeElement === input, sentCount: onSubmit.mock.calls.length };
}
