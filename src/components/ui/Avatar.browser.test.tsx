import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { findFaults } from "#tests/support/findFaults.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Avatar } from "./Avatar.tsx";

const PICTURE =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><rect width='8' height='8'/></svg>";

const find = () => document.querySelector("main > [aria-hidden]");

it("shows the initials where there is no picture, readable in each tint", async () => {
  await renderOnPage(
    <>
      {["A", "B", "C", "D", "E", "F"].map((name) => (
        <Avatar key={name} name={name} />
      ))}
    </>,
  );
  await expect.element(page.getByText("A", { exact: true })).toBeVisible();
  const tints = [...document.querySelectorAll("main > [aria-hidden]")].map(
    (avatar) => getComputedStyle(avatar).backgroundColor,
  );
  expect(new Set(tints).size).toBe(6);
  // Axe skips what is hidden from screen readers, but its contrast matters too.
  for (const avatar of document.querySelectorAll("main > [aria-hidden]")) avatar.removeAttribute("aria-hidden");
  expect(await findFaults()).toEqual([]);
});

it("shows the picture, loaded late and without telling where from", async () => {
  await renderOnPage(<Avatar name="Anna" url={PICTURE} />);
  const picture = find()?.querySelector("img");
  expect(picture?.loading).toBe("lazy");
  expect(picture?.referrerPolicy).toBe("no-referrer");
});

it("comes back to the initials when the picture is broken, at the same size", async () => {
  await renderOnPage(<Avatar name="Anna Bosch" url="data:image/png,broken" sizePx={64} />);
  const before = find()?.getBoundingClientRect();
  await expect.poll(() => find()?.querySelector("img")).toBeNull();
  await expect.element(page.getByText("AB")).toBeVisible();
  expect(find()?.getBoundingClientRect()).toEqual(before);
  expect(before?.width).toBe(64);
});

it("keeps its tint for a name", async () => {
  await renderOnPage(
    <>
      <Avatar name="王小明" />
      <Avatar name="王小明" sizePx={64} />
    </>,
  );
  const [first, second] = document.querySelectorAll<HTMLElement>("main > [aria-hidden]");
  expect(first?.dataset["tint"]).toBe(second?.dataset["tint"]);
});
