import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { Openable } from "#tests/support/Openable.tsx";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Button } from "./Button.tsx";
import { ChoiceCells } from "./ChoiceCells.tsx";
import { Sheet } from "./Sheet.tsx";

const onClose = vi.fn<() => void>();

function Example({ rows = 3 }: { rows?: number }) {
  const options = Array.from({ length: rows }, (_, index) => ({
    value: String(index),
    label: `Group ${String(index)}`,
  }));
  return (
    <Openable>
      {(isOpen, close) => (
        <Sheet
          isOpen={isOpen}
          onClose={() => {
            onClose();
            close();
          }}
          title="Group"
          actions={
            <>
              <Button>Confirm</Button>
              <Button variant="plain">Cancel</Button>
            </>
          }
        >
          <ChoiceCells label="Group" value="1" onChange={() => {}} options={options} />
        </Sheet>
      )}
    </Openable>
  );
}

const dialog = page.getByRole("dialog", { name: "Group" });
const readTop = () => dialog.element().getBoundingClientRect().top;

/** Opens the sheet and returns its final position. */
async function openSheet(): Promise<number> {
  await page.getByRole("button", { name: "Open" }).click();
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  return readTop();
}

/** Dispatches a pointer event on the handle. */
function fire(type: string, clientY: number, timeStamp = 0, pointerId = 1): void {
  const handle = page.getByRole("heading", { name: "Group" }).element().parentElement;
  if (handle === null) throw new Error("no handle");
  // Only real pointers can be captured.
  handle.setPointerCapture = () => {};
  const event = new PointerEvent(type, { bubbles: true, pointerId, isPrimary: pointerId === 1, clientY });
  Object.defineProperty(event, "timeStamp", { value: timeStamp });
  handle.dispatchEvent(event);
}

/** Drags the handle down, one step per frame, and optionally pauses before the release. */
function pull(distancePx: number, durationMs: number, restMs = 0): void {
  fire("pointerdown", 500, 0);
  for (let ms = 16; ms <= durationMs; ms += 16) fire("pointermove", 500 + (distancePx * ms) / durationMs, ms);
  fire("pointerup", 500 + distancePx, durationMs + restMs);
}

beforeEach(() => {
  onClose.mockClear();
});

describe("Sheet", () => {
  it("has a name, is entered at the chosen one, gives the focus back, and closes by Escape", async () => {
    await renderOnPage(<Example />);
    await page.getByRole("button", { name: "Open" }).click();
    await expect.element(dialog).toBeVisible();
    await expect.element(page.getByRole("radio", { name: "Group 1" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Open" })).toHaveFocus();
  });

  it("keeps the Tab key inside, in both directions", async () => {
    await renderOnPage(<Example />);
    await openSheet();
    const chosen = page.getByRole("radio", { name: "Group 1" });
    await expect.element(chosen).toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
    await userEvent.tab();
    await expect.element(chosen).toHaveFocus();
  });

  it("closes by a tap on the backdrop", async () => {
    await renderOnPage(<Example />);
    await page.getByRole("button", { name: "Open" }).click();
    dialog.element().dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    dialog.element().dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each([
    ["far", 300, 2000],
    ["fast", 60, 64],
  ])("closes when it is pulled down %s", async (_, distancePx, durationMs) => {
    await renderOnPage(<Example />);
    await page.getByRole("button", { name: "Open" }).click();
    pull(distancePx, durationMs);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("goes back when it is pulled a little, up, or no further after a rest", async () => {
    await renderOnPage(<Example />);
    const top = await openSheet();
    fire("pointerdown", 500);
    fire("pointermove", 540, 400);
    await expect.poll(readTop).toBe(top + 40);
    fire("pointerup", 540, 800);
    await expect.poll(readTop).toBe(top);
    pull(-200, 96);
    pull(60, 64, 500);
    expect(onClose).not.toHaveBeenCalled();
    await expect.poll(readTop).toBe(top);
  });

  it("follows the finger that pulls, and not another that is lifted", async () => {
    await renderOnPage(<Example />);
    await page.getByRole("button", { name: "Open" }).click();
    fire("pointerdown", 500);
    fire("pointermove", 900, 2000);
    fire("pointerup", 900, 2100, 2);
    expect(onClose).not.toHaveBeenCalled();
    fire("pointerup", 900, 2200);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("stands at its place again when it was closed under the finger", async () => {
    await renderOnPage(<Example />);
    const top = await openSheet();
    fire("pointerdown", 500);
    fire("pointermove", 560, 1000);
    await expect.poll(readTop).toBe(top + 60);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await openSheet()).toBe(top);
    fire("pointermove", 600, 2000);
    // A move is rendered in a task of its own.
    await new Promise((resolve) => {
      requestIdleCallback(resolve, { timeout: 1000 });
    });
    expect(readTop()).toBe(top);
  });

  it("keeps its buttons in view while a long list scrolls", async () => {
    await renderOnPage(<Example rows={40} />);
    await page.getByRole("button", { name: "Open" }).click();
    await expect.element(page.getByRole("button", { name: "Confirm" })).toBeInViewport();
    await expect.element(page.getByRole("heading", { name: "Group" })).toBeInViewport();
  });
});
