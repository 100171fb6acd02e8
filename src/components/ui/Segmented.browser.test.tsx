import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Segmented } from "./Segmented.tsx";

const OPTIONS = [
  { value: "luckyDraw", label: "Lucky draw", icon: "dice" },
  { value: "ordinary", label: "Equal shares", icon: "equal" },
] as const;

function Example() {
  const [value, setValue] = useState<"luckyDraw" | "ordinary" | null>("luckyDraw");
  return <Segmented label="Kind" value={value} onChange={setValue} options={OPTIONS} />;
}

const readTops = () =>
  new Set(
    page
      .getByRole("radio")
      .elements()
      .map((radio) => radio.getBoundingClientRect().top),
  );

const findThumb = () => document.querySelector("fieldset > span");

describe("Segmented", () => {
  it("is a named group of radio buttons, chosen by tap and by arrow keys", async () => {
    await renderOnPage(<Example />);
    await expect.element(page.getByRole("group", { name: "Kind" })).toBeVisible();
    await expect.element(page.getByRole("radio", { name: "Lucky draw" })).toBeChecked();
    await page.getByRole("radio", { name: "Equal shares" }).click();
    await expect.element(page.getByRole("radio", { name: "Equal shares" })).toBeChecked();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(page.getByRole("radio", { name: "Lucky draw" })).toBeChecked();
  });

  it("keeps its place unseen while its options are to come", async () => {
    await renderOnPage(<Segmented label="Kind" value={null} onChange={() => {}} options={OPTIONS} isToCome />);
    const height = () => document.querySelector("fieldset")?.getBoundingClientRect().height;
    const before = height();
    expect(page.getByRole("radio").elements()).toEqual([]);
    await cleanup();
    await renderOnPage(<Segmented label="Kind" value={null} onChange={() => {}} options={OPTIONS} />);
    await expect.element(page.getByRole("radio").first()).toBeVisible();
    expect(height()).toBe(before);
  });

  it("lays its thumb under the chosen one", async () => {
    await renderOnPage(<Example />);
    const boxOf = (element: Element | null) => {
      const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
      return [left, top, width, height].map(Math.round);
    };
    const option = page.getByRole("radio", { name: "Equal shares" });
    expect(boxOf(findThumb())).not.toEqual(boxOf(option.element()));
    await option.click();
    await expect.poll(() => boxOf(findThumb())).toEqual(boxOf(option.element()));
  });

  it("has no thumb while nothing is chosen", async () => {
    await renderOnPage(<Segmented label="Kind" value={null} onChange={() => {}} options={OPTIONS} />);
    expect(findThumb()).toBeNull();
  });

  it("keeps short labels in one row of equal parts and gives long ones more rows", async () => {
    await page.viewport(320, 700);
    await renderOnPage(<Example />);
    expect(readTops().size).toBe(1);
    const widths = page
      .getByRole("radio")
      .elements()
      .map((radio) => Math.round(radio.getBoundingClientRect().width));
    expect(new Set(widths).size).toBe(1);
    await renderOnPage(
      <Segmented
        label="Long"
        value="a"
        onChange={() => {}}
        options={[
          { value: "a", label: "Una contraseña generada" },
          { value: "b", label: "ពាក្យសម្ងាត់ដែលខ្ញុំសរសេរ" },
        ]}
      />,
    );
    expect(readTops().size).toBeGreaterThan(1);
    await page.viewport(390, 844);
  });
});
