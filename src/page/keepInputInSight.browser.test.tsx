import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { keepInputInSight } from "./followInput.ts";

/** A window over which a keyboard can come up, as on iOS: the page keeps its size. */
function stubWindow() {
  const visualViewport = Object.assign(new EventTarget(), { offsetTop: 0, height: 844 });
  keepInputInSight({ document, visualViewport } as unknown as Window);
  return {
    resizeTo: (height: number) => {
      visualViewport.height = height;
      visualViewport.dispatchEvent(new Event("resize"));
    },
  };
}

const scroll = vi.spyOn(HTMLInputElement.prototype, "scrollIntoView");

async function renderInput(top: number) {
  scroll.mockClear();
  await renderOnPage(<input aria-label="Name" style={{ position: "absolute", top, left: 0 }} />);
  return page.getByLabelText("Name").element() as HTMLInputElement;
}

it("brings the focused input out from under the keyboard", async () => {
  const input = await renderInput(600);
  input.focus();
  stubWindow().resizeTo(500);
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: "center" });
});

it("leaves an input alone that is in sight with what stands below it", async () => {
  const input = await renderInput(100);
  input.focus();
  stubWindow().resizeTo(500);
  expect(scroll).not.toHaveBeenCalled();
});

it("moves nothing while no input has the focus", async () => {
  const input = await renderInput(600);
  input.blur();
  stubWindow().resizeTo(500);
  expect(scroll).not.toHaveBeenCalled();
});
