import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createActor } from "xstate";

import { type LanguageEvent, languageMachine } from "#machines/language/language.machine.ts";
import { viewLanguage } from "#machines/language/language.view.ts";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";

import { LanguageButton } from "./LanguageButton.tsx";

/** The machine's own view in a state, without running it. */
function viewIn(state: "shown" | "picking", picked: "en" | "vi" = "en") {
  const context = { ...createActor(languageMachine).getSnapshot().context, picked };
  return viewLanguage(languageMachine.resolveState({ value: state === "shown" ? { shown: "ready" } : state, context }));
}

const send = vi.fn<(event: LanguageEvent) => void>();

const findButton = () => page.getByRole("button", { name: "Change language: EN", exact: true });

/** The button, where it is, and what the pointer of a finger does to it. */
function hold() {
  const element = findButton().element();
  // The browser knows no such pointer; only real ones can be captured.
  element.setPointerCapture = () => {};
  const { left, top } = element.getBoundingClientRect();
  const fire = (type: string, clientX: number, clientY: number) =>
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX, clientY }));
  return { element, left, top, fire };
}

beforeEach(() => {
  send.mockClear();
});

describe("LanguageButton", () => {
  it("can be dragged away, which opens nothing, and stays in the window", async () => {
    await renderOnPage(<LanguageButton view={viewIn("shown")} send={send} />);
    const { element, left, top, fire } = hold();
    fire("pointerdown", left + 10, top + 10);
    fire("pointermove", left - 190, top + 310);
    fire("pointermove", -500, top + 310);
    fire("pointerup", -500, top + 310);
    element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(send).not.toHaveBeenCalled();
    await waitUntilHolds(() => {
      expect(element.getBoundingClientRect()).toMatchObject({ left: 0, top: top + 300 });
    });
    fire("pointerdown", 5, top + 310);
    fire("pointerup", 5, top + 310);
    element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "ui.openPicker" });
  });

  it("follows a real mouse that has left it before its first move, and no mouse after that", async () => {
    const goalStyle = { position: "fixed", top: 400, left: 40, width: 40, height: 40 } as const;
    await renderOnPage(
      <>
        <p style={goalStyle}>Goal</p>
        <LanguageButton view={viewIn("shown")} send={send} />
      </>,
    );
    const button = findButton();
    const readPlace = () => {
      const { left, top } = button.element().getBoundingClientRect();
      return { left, top };
    };
    await userEvent.dragAndDrop(button, page.getByText("Goal"));
    await waitUntilHolds(() => {
      expect(readPlace().top).toBeGreaterThan(380);
    });
    expect(readPlace().left).toBeLessThan(60);
    expect(send).not.toHaveBeenCalled();
    const place = readPlace();
    await userEvent.hover(button, { position: { x: 16, y: 22 } });
    await userEvent.hover(button, { position: { x: 36, y: 24 } });
    // A move is rendered in a task of its own.
    await new Promise((resolve) => {
      requestIdleCallback(resolve, { timeout: 1000 });
    });
    expect(readPlace()).toEqual(place);
  });

  it("comes to rest at the nearer side", async () => {
    await renderOnPage(<LanguageButton view={viewIn("shown")} send={send} />);
    const { element, left, top, fire } = hold();
    fire("pointerdown", left + 10, top + 10);
    fire("pointermove", left - 60, top + 300);
    fire("pointerup", left - 60, top + 300);
    await waitUntilHolds(() => {
      const { right } = element.getBoundingClientRect();
      expect(right).toBe(document.documentElement.clientWidth);
    });
  });

  it("does not lie on the content of a page that is scrolled, and comes for the keyboard", async () => {
    await renderOnPage(
      <>
        <div style={{ height: 3000 }} />
        <LanguageButton view={viewIn("shown")} send={send} />
      </>,
    );
    const element = findButton().element();
    const readOpacity = () => getComputedStyle(element).opacity;
    window.scrollTo(0, 400);
    await waitUntilHolds(() => {
      expect(readOpacity()).toBe("0");
    });
    await userEvent.tab();
    await waitUntilHolds(() => {
      expect(readOpacity()).toBe("1");
    });
    window.scrollTo(0, 0);
    element.blur();
    await waitUntilHolds(() => {
      expect(readOpacity()).toBe("1");
    });
  });

  it("moves by the arrow keys and stays in the window", async () => {
    await renderOnPage(<LanguageButton view={viewIn("shown")} send={send} />);
    const element = findButton().element();
    const { left, top, right } = element.getBoundingClientRect();
    await userEvent.tab();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowLeft}");
    await expect.poll(() => element.getBoundingClientRect()).toMatchObject({ left: left - 24, top: top + 48 });
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    await expect.poll(() => element.getBoundingClientRect().right).toBe(document.documentElement.clientWidth);
    expect(right).toBeLessThan(document.documentElement.clientWidth);
    expect(send).not.toHaveBeenCalled();
    await userEvent.keyboard("{Enter}");
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "ui.openPicker" });
  });

  it("does nothing while a language is being loaded, and keeps the focus", async () => {
    const view = viewIn("shown");
    await renderOnPage(<LanguageButton view={{ ...view, actions: [] }} send={send} />);
    await userEvent.tab();
    const button = findButton();
    await expect.element(button).toHaveFocus();
    await expect.element(button).toHaveAttribute("aria-disabled", "true");
    await userEvent.keyboard("{Enter}");
    expect(send).not.toHaveBeenCalled();
  });

  it.each(["en", "km", "zh-CN"] as const)("leaves the title its room, in %s", async (language) => {
    await page.viewport(320, 700);
    await renderOnPage(<LanguageButton view={{ ...viewIn("shown"), language }} send={send} />);
    await document.fonts.ready;
    // The header of a screen keeps so much free.
    expect(320 - page.getByRole("button").element().getBoundingClientRect().left).toBeLessThanOrEqual(68);
    await page.viewport(390, 844);
  });

  it("offers five languages, each written in itself", async () => {
    await renderOnPage(<LanguageButton view={viewIn("picking", "vi")} send={send} />);
    await expect.element(page.getByRole("dialog", { name: "Language" })).toBeVisible();
    const names = page
      .getByRole("radio")
      .elements()
      .map((radio) => radio.parentElement?.textContent);
    expect(names).toEqual(["简体中文", "繁體中文", "English", "Tiếng Việt", "ខ្មែរ"]);
    await expect.element(page.getByText("简体中文")).toHaveAttribute("lang", "zh-CN");
    await expect.element(page.getByRole("radio", { name: "Tiếng Việt" })).toBeChecked();
  });
});
