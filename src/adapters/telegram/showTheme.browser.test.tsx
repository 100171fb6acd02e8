import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";

import "#src/styles/main.css";

import { CLIENT_PALETTES, ODD_PALETTES } from "#tests/support/themePalettes.ts";
import { showTheme } from "./showTheme.ts";

const root = document.documentElement;

afterEach(() => {
  showTheme(root, {});
});

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button
      style={{ background: "var(--surface)", color: "var(--text)" }}
      onClick={() => {
        setCount((before) => before + 1);
      }}
    >
      {count}
    </button>
  );
}

it("changes the colours of a page that stands, and nothing else of it", async () => {
  showTheme(root, CLIENT_PALETTES["Web A light"]);
  await render(<Counter />);
  const button = page.getByRole("button");
  const element = button.element();
  const readColors = () => [
    getComputedStyle(root).backgroundColor,
    getComputedStyle(element).backgroundColor,
    getComputedStyle(element).color,
    getComputedStyle(root).colorScheme,
  ];
  await button.click();
  await expect.poll(readColors).toEqual(["rgb(244, 244, 245)", "rgb(255, 255, 255)", "rgb(0, 0, 0)", "light"]);

  showTheme(root, CLIENT_PALETTES["iOS dark"]);
  expect(readColors()).toEqual(["rgb(28, 28, 29)", "rgb(44, 44, 46)", "rgb(255, 255, 255)", "dark"]);

  // A theme with fewer colours takes none from the one before it.
  showTheme(root, { bg_color: "#ffffff" });
  expect(readColors()).toEqual(["rgb(247, 241, 234)", "rgb(255, 255, 255)", "rgb(32, 20, 19)", "light"]);

  showTheme(root, ODD_PALETTES["one ground"]);
  expect(readColors()).toEqual(["rgb(24, 34, 45)", "rgb(24, 34, 45)", "rgb(255, 255, 255)", "dark"]);

  await expect.element(button).toHaveTextContent("1");
  expect(button.element()).toBe(element);
});

it("leaves it to the system where the messenger says nothing", () => {
  showTheme(root, CLIENT_PALETTES["iOS dark"]);
  showTheme(root, {});
  expect(root.dataset["theme"]).toBeUndefined();
  const isSystemDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  expect(getComputedStyle(root).colorScheme).toBe(isSystemDark ? "dark" : "light");
  expect(getComputedStyle(root).backgroundColor).toBe(isSystemDark ? "rgb(23, 16, 16)" : "rgb(247, 241, 234)");
});

it("writes nothing for the theme that is shown already", async () => {
  showTheme(root, CLIENT_PALETTES["iOS dark"]);
  const writings: MutationRecord[] = [];
  const observer = new MutationObserver((records) => writings.push(...records));
  observer.observe(root, { attributes: true });
  showTheme(root, CLIENT_PALETTES["iOS dark"]);
  await Promise.resolve();
  expect(writings).toEqual([]);
  showTheme(root, CLIENT_PALETTES["Web A light"]);
  await Promise.resolve();
  expect(writings.length).toBeGreaterThan(0);
  observer.disconnect();
});
