import { expect, test } from "vitest";

import { sampleLife } from "#tests/support/samples.ts";

import { findLives } from "./findLives.ts";
import { maskValue } from "../mask.ts";

test("finds a life in what an actor holds, masked, and the transitions that it took", () => {
  const order = { orderId: "o1", fromAddress: "0xabc", life: sampleLife(["awaitingPayment", "confirming", "paid"]) };
  expect(findLives(maskValue({ reading: { order, envelopes: [] } }))).toEqual([
    {
      chart: "order",
      id: "o1",
      steps: order.life.history,
      transitions: ["order.awaitingPayment/payment.seen/0", "order.confirming/payment.fullFinal/0"],
    },
  ]);
});

test("leaves out what is no edge, and what is no life", () => {
  const life = { history: [...sampleLife(["queued", "paid"]).history, { state: 5 }, null] };
  expect(findLives([{ payoutId: "p1", life }, { payoutId: "p2" }, { life }, null, "text"])).toEqual([
    { chart: "payout", id: "p1", steps: life.history.slice(0, 2), transitions: [] },
  ]);
});
