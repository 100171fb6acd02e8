import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { settle } from "#gallery/draw.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Stepper } from "./Stepper.tsx";

function Example({ start = "", max = 3, picks }: { start?: string; max?: number; picks?: readonly number[] }) {
  const [value, setValue] = useState(start);
  return (
    <Stepper
      label="How many"
      value={value}
      onChange={setValue}
      min={1}
      max={max}
      decreaseLabel="Fewer"
      increaseLabel="More"
      picks={picks}
      hint={`1 to ${String(max)}`}
      keyError="Whole numbers only"
    />
  );
}

const input = page.getByLabelText("How many");
const fewer = page.getByRole("button", { name: "Fewer" });
const more = page.getByRole("button", { name: "More" });

describe("Stepper", () => {
  it("steps within its bounds and from an empty field to the first number", async () => {
    await renderOnPage(<Example />);
    await more.click();
    await expect.element(input).toHaveValue("1");
    await expect.element(fewer).toHaveAttribute("aria-disabled", "true");
    await more.click();
    await more.click();
    await expect.element(input).toHaveValue("3");
    await expect.element(more).toHaveAttribute("aria-disabled", "true");
  });

  it("has screen readers say the new number while the focus is on a button", async () => {
    await renderOnPage(<Example start="1" />);
    await more.click();
    const spoken = [...document.querySelectorAll("[aria-live=polite]")].map(({ textContent }) => textContent);
    expect(spoken).toContain("2");
  });

  it("steps by the arrow keys and takes typed digits of every script", async () => {
    await renderOnPage(<Example start="2" />);
    await userEvent.click(input);
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(input).toHaveValue("3");
    await userEvent.keyboard("{ArrowUp}{ArrowDown}");
    await expect.element(input).toHaveValue("2");
    await input.fill("១០");
    await expect.element(input).toHaveValue("10");
  });

  it.each([
    ["2.5", "2"],
    ["-3", ""],
    ["1x0", "1"],
  ])("takes no more of %s than its whole number, and says why", async (typed, value) => {
    await renderOnPage(<Example max={100} />);
    await userEvent.type(input, typed);
    await expect.element(input).toHaveValue(value);
    await expect.element(input).toHaveAccessibleDescription("Whole numbers only");
    await more.click();
    await expect.element(input).toHaveAccessibleDescription("1 to 100");
  });

  it.each(["2.5", "ten", "-3"])("is not changed by %s pasted", async (pasted) => {
    await renderOnPage(<Example start="4" max={100} />);
    await input.fill(pasted);
    await expect.element(input).toHaveValue("4");
    await expect.element(input).toHaveAccessibleDescription("Whole numbers only");
  });

  it("offers numbers to pick", async () => {
    await renderOnPage(<Example start="5" max={100} picks={[5, 10, 20]} />);
    await expect.element(page.getByRole("button", { name: "5", exact: true })).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("button", { name: "20" }).click();
    await expect.element(input).toHaveValue("20");
  });

  it("keeps its numbers in one row on the narrowest phone", async () => {
    await renderOnPage(
      // The width inside a card of the form at 320 px.
      <div style={{ width: 256 }}>
        <Example start="1" max={100} picks={[3, 5, 10, 20, 50]} />
      </div>,
    );
    const picks = ["3", "5", "10", "20", "50"].map((name) => page.getByRole("button", { name, exact: true }));
    const boxes = picks.map((pick) => pick.element().getBoundingClientRect());
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    expect(Math.min(...boxes.map(({ width }) => width))).toBeGreaterThanOrEqual(44);
  });
});

describe("a held button of the Stepper", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const press = (type: "pointerdown" | "pointerup" | "pointerout", button = 0) =>
    more.element().dispatchEvent(new PointerEvent(type, { bubbles: true, button }));
  const click = (detail = 1) => more.element().dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
  const read = () => (input.element() as HTMLInputElement).value;
  /** Runs one timer after the other and renders in between, as during a real press. */
  const hold = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10) {
      await settle(async () => {
        await vi.advanceTimersByTimeAsync(10);
      });
    }
  };

  it("goes on until it is let go, and its click adds nothing", async () => {
    await renderOnPage(<Example start="1" max={100} />);
    press("pointerdown");
    await hold(390);
    expect(read()).toBe("1");
    await hold(110);
    expect(read()).toBe("3");
    press("pointerup");
    click();
    await hold(1000);
    expect(read()).toBe("3");
  });

  it("answers a key after a press that slid off it", async () => {
    await renderOnPage(<Example start="1" max={100} />);
    press("pointerdown");
    await hold(500);
    press("pointerout");
    expect(read()).toBe("3");
    click(0);
    await hold(10);
    expect(read()).toBe("4");
  });

  it("is held by the main button of a mouse alone", async () => {
    await renderOnPage(<Example start="1" max={100} />);
    press("pointerdown", 2);
    await hold(1000);
    expect(read()).toBe("1");
  });

  it("stops at the end", async () => {
    await renderOnPage(<Example start="1" max={3} />);
    press("pointerdown");
    await hold(2000);
    expect(read()).toBe("3");
    expect(vi.getTimerCount()).toBe(0);
  });
});
