import { useEffect, useState, type FormEvent } from "react";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Button } from "./Button.tsx";

it("is pressed by finger and by key, once each", async () => {
  const onClick = vi.fn<() => void>();
  await renderOnPage(<Button onClick={onClick}>Send</Button>);
  await page.getByRole("button", { name: "Send" }).click();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard(" ");
  expect(onClick).toHaveBeenCalledTimes(3);
});

it("does not answer while it is busy, keeps its name and its width", async () => {
  const onClick = vi.fn<() => void>();
  await renderOnPage(
    <>
      <Button isInline onClick={onClick}>
        Send
      </Button>
      <Button isInline onClick={onClick} isBusy>
        Send
      </Button>
    </>,
  );
  const [idle, busy] = page.getByRole("button", { name: "Send" }).elements();
  expect(busy?.getBoundingClientRect().width).toBe(idle?.getBoundingClientRect().width);
  await expect.element(page.getByRole("button", { name: "Send" }).nth(1)).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Send" }).nth(1).click({ force: true });
  expect(onClick).not.toHaveBeenCalled();
});

it.each([["busy"], ["refused"]])("keeps the focus while it is %s, and sends no form", async (why) => {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<(event: FormEvent) => void>();
  let setOff: (isOff: boolean) => void = () => {};
  function Form() {
    const [isOff, set] = useState(false);
    useEffect(() => {
      setOff = set;
    }, []);
    return (
      <form onSubmit={onSubmit}>
        <input aria-label="Wish" />
        <Button type="submit" onClick={onClick} isBusy={isOff && why === "busy"} disabled={isOff && why === "refused"}>
          Send
        </Button>
      </form>
    );
  }
  await renderOnPage(<Form />);
  const button = page.getByRole("button", { name: "Send" });
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  setOff(true);
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  await expect.element(button).toHaveFocus();
  await button.click({ force: true });
  await userEvent.keyboard("{Enter} ");
  await userEvent.type(page.getByLabelText("Wish"), "luck{Enter}");
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

it("is as high as a main control, and a row wide unless it stands beside others", async () => {
  await renderOnPage(
    <>
      <Button>Send</Button>
      <Button isInline>Copy</Button>
    </>,
  );
  const [wide, inline] = page.getByRole("button").elements();
  expect(wide?.getBoundingClientRect().height).toBe(52);
  expect(wide?.getBoundingClientRect().width).toBe(document.querySelector("main")?.getBoundingClientRect().width);
  expect(inline?.getBoundingClientRect().height).toBe(44);
});
