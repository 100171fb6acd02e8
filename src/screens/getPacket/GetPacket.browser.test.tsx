import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import envelope from "#locales/en/envelope.json";
import { openRoute } from "#tests/support/openRoute.tsx";
import { sampleClaim, sampleEnvelope } from "#tests/support/samples.ts";
import { standInServer } from "#tests/support/standInServer.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";

import { GetPacket } from "./GetPacket.tsx";

it("lets a claim go on that is under way when its page is left, and tells its share once", async () => {
  const claims: ((answer: object) => void)[] = [];
  standInServer({ "/redpackage/acceptRedEnvelope": () => new Promise((resolve) => void claims.push(resolve)) });
  const { app } = await openRoute(<GetPacket />, "/getPacket");
  await page.getByRole("textbox", { name: "Passphrase" }).fill("happy year");
  await page.getByRole("button", { name: envelope.claim.submit, exact: true }).click();
  await waitUntilHolds(() => {
    expect(claims).toHaveLength(1);
  });
  await cleanup();
  expect(app.root.getSnapshot().context.flows).toHaveLength(1);
  claims[0]?.({ claim: sampleClaim, envelope: sampleEnvelope, alreadyClaimed: false });
  await waitUntilHolds(() => {
    const { toast, flows } = app.root.getSnapshot().context;
    expect(toast).toMatchObject({ tone: "success", values: { amount: "0.012", coin: "ETH" } });
    expect(flows).toEqual([]);
  });
  expect(claims).toHaveLength(1);
  expect(app.drafts.read("claim.")).toBeNull();
});
