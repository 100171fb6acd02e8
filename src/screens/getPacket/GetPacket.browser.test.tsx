import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import envelope from "#locales/en/envelope.json";
import { AppContext } from "#src/hooks/useApp.ts";
import { prepareApp } from "#tests/support/prepareApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { sampleClaim, sampleEnvelope } from "#tests/support/samples.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";

import { GetPacket } from "./GetPacket.tsx";

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
});

it("lets a claim go on that is under way when its page is left, and tells its share once", async () => {
  const claims: ((answer: Response) => void)[] = [];
  vi.spyOn(window, "fetch").mockImplementation(
    (request) =>
      new Promise<Response>((resolve) => {
        if (request instanceof Request && request.url.includes("acceptRedEnvelope")) claims.push(resolve);
      }),
  );
  const app = await prepareApp();
  app.root.start();
  app.root.send({ type: "app.start" });
  await renderWithTexts(
    <AppContext value={app}>
      <GetPacket />
    </AppContext>,
    { envelope },
  );
  await page.getByRole("textbox", { name: "Passphrase" }).fill("happy year");
  await page.getByRole("button", { name: envelope.claim.submit, exact: true }).click();
  await waitUntilHolds(() => {
    expect(claims).toHaveLength(1);
  });
  await cleanup();
  expect(app.root.getSnapshot().context.flows).toHaveLength(1);
  claims[0]?.(
    Response.json({ code: 0, data: { claim: sampleClaim, envelope: sampleEnvelope, alreadyClaimed: false } }),
  );
  await waitUntilHolds(() => {
    const { toast, flows } = app.root.getSnapshot().context;
    expect(toast).toMatchObject({ tone: "success", values: { amount: "0.012", coin: "ETH" } });
    expect(flows).toEqual([]);
  });
  expect(claims).toHaveLength(1);
  expect(app.drafts.read("claim.")).toBeNull();
  app.root.stop();
});
