import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";

import { sampleSystemInfo } from "#tests/support/samples.ts";
import { openStage } from "#gallery/openStage.ts";
import { Scene } from "#gallery/static/Scene.tsx";
import { standInSystemInfo } from "#gallery/static/standInResource.ts";

import { DomainWarning } from "./DomainWarning.tsx";

const stage = openStage();
afterEach(() => stage.clear());

async function show(change: Partial<typeof sampleSystemInfo>): Promise<void> {
  const info = standInSystemInfo({ ...sampleSystemInfo, ...change });
  const node = (
    <Scene hasLanguageButton={false} systemInfo={info}>
      <main>
        <h1>A page</h1>
        <DomainWarning />
      </main>
    </Scene>
  );
  await stage.show({ node, language: "en", theme: "Web A light" });
}

it("warns of an address that is none of the official ones, and names them", async () => {
  await show({ isDomHttp: true, officialDomains: ["hongbao.example"] });
  await expect.element(page.getByRole("alert").getByText(/Official: hongbao\.example/u)).toBeVisible();
});

it("says nothing on this machine itself, and nothing at an official address", async () => {
  await show({ isDomHttp: true, officialDomains: [window.location.host] });
  expect(page.getByRole("alert").elements()).toEqual([]);
  await show({ isDomHttp: false, officialDomains: ["hongbao.example"] });
  expect(page.getByRole("alert").elements()).toEqual([]);
});
