import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import { openStage } from "#gallery/openStage.ts";
import { Scene } from "#gallery/still/Scene.tsx";
import { standInList } from "#gallery/still/standInList.ts";
import { sampleOrder } from "#tests/models/samples.ts";

import { LateOrders } from "./LateOrders.tsx";

const stage = openStage();

afterEach(async () => {
  vi.restoreAllMocks();
  await stage.clear();
});

it("asks soon also where the browser is never idle", async () => {
  vi.spyOn(window, "requestIdleCallback").mockImplementation((run, { timeout } = {}) =>
    timeout === undefined ? 0 : window.setTimeout(run, timeout),
  );
  const node = (
    <Scene hasLanguageButton={false} flows={{ unpaidOrders: standInList([sampleOrder]) }}>
      <main>
        <h1>A page</h1>
        <LateOrders />
      </main>
    </Scene>
  );
  await stage.show({ node, language: "en", theme: "Web A light" });
  const line = page.getByRole("link", { name: /1 order waits for payment/u });
  await expect.element(line, { timeout: 10_000 }).toBeVisible();
});
