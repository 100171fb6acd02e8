import { expect, it } from "vitest";
import { cleanup } from "vitest-browser-react";
import { page } from "vitest/browser";

import { findCutTexts } from "#gallery/checks/findCutTexts.ts";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Splash } from "#src/components/shell/Splash.tsx";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Hero } from "./HomePage.tsx";

const findSeal = (): DOMRect => document.querySelector(".stage-seal")?.getBoundingClientRect().toJSON() as DOMRect;

it("leads to a new envelope from the seal, too", async () => {
  await renderWithTexts(
    <Screen title="Home" isTitleHidden hero={<Hero name="dara" sendPath="/sendPacket" />}>
      <p>Rows</p>
    </Screen>,
  );
  const seal = findSeal();
  const hit = document.elementFromPoint(seal.left + seal.width / 2, seal.top + seal.height / 2);
  expect(hit).toBe(page.getByRole("link", { name: "Send a red envelope" }).element());
});

it("greets in one sentence", async () => {
  await renderWithTexts(<Hero name="Anna Keller" sendPath="/sendPacket" />);
  await expect.element(page.getByText("Hello, Anna Keller")).toBeVisible();
  expect(findCutTexts()).toEqual([]);
});

it("has its seal where the page had it that stood before", async () => {
  await renderWithTexts(<Splash />);
  const before = findSeal();
  expect(before.top).toBeGreaterThan(100);
  await cleanup();
  await renderWithTexts(
    <Screen title="Home" isTitleHidden hero={<Hero name={null} sendPath="/sendPacket" />}>
      <p>Rows</p>
    </Screen>,
  );
  expect(findSeal()).toEqual(before);
});
