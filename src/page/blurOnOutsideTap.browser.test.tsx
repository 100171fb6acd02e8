import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import { blurOnOutsideTap } from "./followInput.ts";

const onTap = vi.fn<() => void>();

beforeAll(() => {
  blurOnOutsideTap(document);
});

beforeEach(() => {
  onTap.mockClear();
  document.body.innerHTML = `
    <label for="name">Name</label>
    <div><input id="name" /><button>Show</button></div>
    <button>Save</button> <a href="#there">Help</a> <label>Choice <input type="checkbox" /></label>
    <label for="other">Other</label><input id="other" /> <p>Words</p>`;
  for (const control of document.querySelectorAll("button, a, label")) {
    // As on WebKit, where a tap on a button does not take the focus.
    control.addEventListener("mousedown", (event) => {
      event.preventDefault();
    });
    control.addEventListener("click", onTap);
  }
  document.querySelector<HTMLElement>("#name")?.focus();
});

const name = () => page.getByLabelText("Name", { exact: true });

it.each([
  ["a button", () => page.getByRole("button", { name: "Save" })],
  ["a link", () => page.getByRole("link", { name: "Help" })],
  ["a label of something else", () => page.getByText("Choice")],
])("closes the keyboard by a tap on %s, after what the tap does", async (_, find) => {
  const seen: boolean[] = [];
  onTap.mockImplementation(() => seen.push(document.activeElement?.id === "name"));
  await find().click();
  expect(seen[0]).toBe(true);
  await expect.element(name()).not.toHaveFocus();
});

it("closes it at once by a tap on nothing", async () => {
  await page.getByText("Words").click();
  await expect.element(name()).not.toHaveFocus();
});

it("goes over to another input with the keyboard open", async () => {
  await page.getByText("Other").click();
  await expect.element(page.getByLabelText("Other")).toHaveFocus();
});

it.each([
  ["what stands in its box", () => page.getByRole("button", { name: "Show" })],
  ["its own label", () => page.getByText("Name")],
])("stays open by a tap on %s", async (_, find) => {
  await find().click();
  expect(onTap).toHaveBeenCalledOnce();
  await expect.element(name()).toHaveFocus();
});
