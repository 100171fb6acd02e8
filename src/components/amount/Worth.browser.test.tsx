import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { prepareApp } from "#tests/support/prepareApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { TotalWorth, Worth } from "./Worth.tsx";

let app: App;

beforeEach(async () => {
  app = await prepareApp();
  app.api = { ...app.api, get: async () => ({ code: "ETHUSDT", price: "3000" }) as never };
  app.root.start();
  app.root.send({ type: "app.start" });
});

afterEach(async () => {
  await cleanup();
  app.root.stop();
  vi.restoreAllMocks();
});

it("prices two lists of one coin on one page", async () => {
  await renderWithTexts(
    <AppContext value={app}>
      {["First", "Second"].map((name) => (
        <section key={name} aria-label={name}>
          <Worth amount="0.5" coinType="eth" />
        </section>
      ))}
    </AppContext>,
  );
  for (const name of ["First", "Second"]) {
    await expect.element(page.getByRole("region", { name })).toHaveTextContent("≈ $1,500.00");
  }
});

it("adds up all that there is as soon as a price that could not be read can be", async () => {
  const { api } = app;
  app.api = { ...api, get: () => Promise.reject(new Error("network")) };
  const holdings = [
    { coinType: "eth", balance: "2", price: "0" },
    { coinType: "sol", balance: "0", price: "0" },
  ] as const;
  await renderWithTexts(
    <AppContext value={app}>
      <TotalWorth holdings={holdings} />
    </AppContext>,
  );
  await expect.element(page.getByText("–")).toBeInTheDocument();
  app.api = api;
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);
  window.dispatchEvent(new Event("online"));
  await expect.element(page.getByText("≈ $6,000.00")).toBeVisible();
});
