import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";

import { openStage } from "#gallery/openStage.ts";
import { Scene } from "#gallery/static/Scene.tsx";
import { standInList } from "#gallery/static/standInList.ts";
import type { ThemeName } from "#gallery/themes.ts";
import { sampleOrder as order } from "#tests/support/samples.ts";
import { findFaults } from "#tests/support/findFaults.ts";

import { UnpaidOrders } from "./LateNotes.tsx";

const stage = openStage();

afterEach(() => stage.clear());

async function show(count: number, theme: ThemeName = "Web A light"): Promise<void> {
  const waiting = standInList(Array.from({ length: count }, () => order));
  const node = (
    <Scene hasLanguageButton={false} flows={{ unpaidOrders: waiting }}>
      <main>
        <h1>A page</h1>
        <UnpaidOrders />
      </main>
    </Scene>
  );
  await stage.show({ node, language: "en", theme });
}

it("leads to the one order that waits", async () => {
  await show(1);
  const link = page.getByRole("link", { name: /1 order waits for payment/u });
  await expect.element(link).toHaveAttribute("href", `/sendPacket?envelopeId=${order.envelopeIds[0]}`);
  expect(await findFaults()).toEqual([]);
});

it("leads to the list of several", async () => {
  await show(2);
  const link = page.getByRole("link", { name: /2 orders wait for payment/u });
  await expect.element(link).toHaveAttribute("href", "/sendPacket");
});

it.each(["Web A light", "Web A dark"] as const)(
  "lets nothing that scrolls under it show through: %s",
  async (theme) => {
    await show(1, theme);
    const { backgroundColor } = getComputedStyle(page.getByRole("link").element());
    expect(backgroundColor).toMatch(/^rgb\(/u);
  },
);

it("says nothing where none waits", async () => {
  await show(0);
  expect(page.getByRole("link").elements()).toEqual([]);
});
