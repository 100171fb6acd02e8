import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { createActor, fromPromise, SimulatedClock } from "xstate";

import type { components } from "#contract/schema.d.ts";
import { createStillActor } from "#gallery/still/createStillActor.ts";
import { createStillApp } from "#gallery/still/createStillApp.ts";
import app from "#locales/en/app.json";
import envelope from "#locales/en/envelope.json";
import errors from "#locales/en/errors.json";
import type { appMachine } from "#machines/app/app.machine.ts";
import { orderFollowMachine, type OrderReading } from "#machines/orderFollow/orderFollow.machine.ts";
import { AppContext } from "#src/hooks/AppContext.ts";
import { sampleOrder } from "#tests/models/samples.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { StatePage } from "./StatePage.tsx";

type Order = components["schemas"]["Order"];

/** The page on a live order, of a server whose answer can be changed; without an order there is no network. */
async function openPage(first: Order | null) {
  const server = { order: first };
  const clock = new SimulatedClock();
  const loadOrder = fromPromise<OrderReading, { orderId: string }>(() =>
    server.order === null
      ? Promise.reject({ kind: "network" })
      : Promise.resolve({ order: server.order, envelopes: [] }),
  );
  const orderFollow = createActor(orderFollowMachine.provide({ actors: { loadOrder } }), {
    clock,
    input: { orderId: "o1", order: null },
  }).start();
  const still = createStillApp();
  const root = still.root.getSnapshot();
  const live = {
    ...still,
    root: createStillActor<typeof appMachine>({
      ...root,
      children: { ...root.children, orderFollow },
      context: { ...root.context, flows: [{ id: "orderFollow" as const, flow: "orderFollow" as const }] },
    }),
  };
  await renderWithTexts(
    <AppContext value={live}>
      <StatePage />
    </AppContext>,
    { envelope, errors },
    "/statePage?orderId=o1",
  );
  const pass = (order: Order | null): void => {
    server.order = order;
    clock.increment(3000);
  };
  return { pass };
}

const findStatus = (status: Order["status"]) => page.getByText(envelope.order.status[status], { exact: true });

it("follows an order until it is paid, without being asked", async () => {
  const { pass } = await openPage(sampleOrder);
  await expect.element(findStatus("awaitingPayment")).toBeVisible();
  pass({ ...sampleOrder, status: "confirming" });
  await expect.element(findStatus("confirming")).toBeVisible();
  pass({ ...sampleOrder, status: "paid" });
  await expect.element(findStatus("paid")).toBeVisible();
});

it("keeps the order in sight without a network, says so, and goes on", async () => {
  const { pass } = await openPage(sampleOrder);
  await expect.element(findStatus("awaitingPayment")).toBeVisible();
  pass(null);
  await expect.element(page.getByText(errors.network)).toBeVisible();
  await expect.element(findStatus("awaitingPayment")).toBeVisible();
  pass({ ...sampleOrder, status: "expired" });
  await expect.element(findStatus("expired")).toBeVisible();
  await expect.element(page.getByText(errors.network)).not.toBeInTheDocument();
});

it("offers another try where the order cannot be read at all", async () => {
  const { pass } = await openPage(null);
  const retry = page.getByRole("button", { name: app.list.retry });
  await expect.element(retry).toBeVisible();
  pass(sampleOrder);
  await retry.click();
  await expect.element(findStatus("awaitingPayment")).toBeVisible();
});
