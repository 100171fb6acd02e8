import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { createBrowserBack } from "#src/adapters/browserBack.ts";
import { createBackStack } from "#src/adapters/telegram/backStack.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { Openable } from "#tests/support/Openable.tsx";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";

const onClose = vi.fn<() => void>();
/** One for the page, as in the app. */
const browserBack = createBrowserBack(window);

function Example() {
  return (
    <Openable>
      {(isOpen, close) => (
        <Dialog
          isOpen={isOpen}
          onClose={close}
          title="Cancel the order?"
          actions={
            <>
              <Button variant="danger">Cancel the order</Button>
              <Button variant="secondary">Keep it</Button>
            </>
          }
        >
          <p>Nothing has been paid yet.</p>
        </Dialog>
      )}
    </Openable>
  );
}

describe("Dialog", () => {
  it("has a name and a text, takes the focus, gives it back, and closes by Escape", async () => {
    await renderOnPage(<Example />);
    await page.getByRole("button", { name: "Open" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel the order?" });
    await expect.element(dialog).toHaveAccessibleDescription("Nothing has been paid yet.");
    expect(dialog.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Open" })).toHaveFocus();
  });

  it("gives the focus back when its part of the page goes while it is open", async () => {
    await renderOnPage(
      <Openable>
        {(isThere, close) =>
          isThere && (
            <Dialog isOpen onClose={close} title="Tips" actions={<Button>Fine</Button>}>
              <p>Inside</p>
            </Dialog>
          )
        }
      </Openable>,
    );
    await page.getByRole("button", { name: "Open" }).click();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("button", { name: "Open" })).toHaveFocus();
  });

  it("asks to close when the backdrop is tapped, and only then", async () => {
    await renderOnPage(
      <Dialog isOpen onClose={onClose} title="Tips" actions={<Button>Fine</Button>}>
        <p>Inside</p>
      </Dialog>,
    );
    await page.getByText("Inside").click();
    expect(onClose).not.toHaveBeenCalled();
    const dialog = page.getByRole("dialog").element();
    // A text selection that ends outside the dialog.
    page
      .getByText("Inside")
      .element()
      .dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    dialog.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(onClose).not.toHaveBeenCalled();
    dialog.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    dialog.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each(["messenger", "browser"] as const)("closes by the %s's way back before the screen is left", async (way) => {
    const backs = createBackStack(() => {});
    const leave = vi.fn<() => void>();
    const messenger = {
      hasBackButton: () => true,
      pushBack: backs.push,
      setGround: () => {},
      disableMainButton: () => () => {},
    };
    const app = { messenger, browserBack } as unknown as App;
    await renderOnPage(
      <AppContext value={app}>
        <Screen title="Order" onBack={leave}>
          <Example />
        </Screen>
      </AppContext>,
    );
    const goBack = () => {
      if (way === "messenger") backs.press();
      else window.history.back();
    };
    await page.getByRole("button", { name: "Open" }).click();
    goBack();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(leave).not.toHaveBeenCalled();
  });

  it("holds the page behind still", async () => {
    await renderOnPage(<Example />);
    expect(getComputedStyle(document.documentElement).overflowY).toBe("visible");
    await page.getByRole("button", { name: "Open" }).click();
    await expect.poll(() => getComputedStyle(document.documentElement).overflowY).toBe("hidden");
  });

  it("draws a ring around what it focuses for somebody who goes by keys", async () => {
    await renderOnPage(<Example />);
    page.getByRole("button", { name: "Open" }).element().focus();
    await userEvent.keyboard("{Enter}");
    const cancel = page.getByRole("button", { name: "Cancel the order" });
    await expect.element(cancel).toHaveFocus();
    expect(cancel.element().matches(":focus-visible")).toBe(true);
  });

  it("draws none where nothing had one, which the browser itself would", async () => {
    await renderOnPage(<Example />);
    // After a key Chromium draws the focus ring for focus by script too, as WebKit does after a tap.
    await userEvent.keyboard("{Shift}");
    (page.getByRole("button", { name: "Open" }).element() as HTMLElement).click();
    const cancel = page.getByRole("button", { name: "Cancel the order" });
    await expect.element(cancel).toHaveFocus();
    expect(cancel.element().matches(":focus-visible")).toBe(false);
  });
});
