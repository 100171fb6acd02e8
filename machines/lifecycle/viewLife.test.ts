import { expect, test } from "vitest";
import { envelopeLifecycle } from "./envelope/envelope.machine.ts";
import { orderLifecycle } from "./order/order.machine.ts";
import { payoutLifecycle } from "./payout/payout.machine.ts";
import { viewLife } from "./viewLife.ts";

const AT = "2026-11-20T12:00:00.000Z";
const SUMS = { funded: "3", claimed: "1", remaining: "2", refunded: "0" };

test("marks what has passed, what is, and what comes next with its latest time", () => {
  const history = [
    { state: "awaitingPayment", at: AT },
    { state: "open", at: null },
  ];
  expect(viewLife("envelope", { history, next: { state: "expired", at: AT }, sums: SUMS })).toEqual({
    steps: [
      { labelKey: "envelope:status.awaitingPayment", mark: "passed", at: AT },
      { labelKey: "life:state.open", mark: "present", at: null },
      { labelKey: "envelope:status.expired", mark: "next", at: AT },
    ],
    sums: SUMS,
  });
});

test("names no sums before there is money, and no state of a newer server", () => {
  const history = [{ state: "unheardOf", at: AT }];
  const sums = { funded: "0", claimed: "0", remaining: "0", refunded: "0" };
  expect(viewLife("envelope", { history, next: null, sums })).toEqual({ steps: [], sums: null });
});

test.each([
  ["envelope", envelopeLifecycle],
  ["order", orderLifecycle],
  ["payout", payoutLifecycle],
] as const)("has a name for every state of the chart %s", (chart, lifecycle) => {
  const history = Object.keys(lifecycle.states).map((state) => ({ state, at: AT }));
  expect(viewLife(chart, { history, next: null }).steps).toHaveLength(history.length);
});

test("tells the owner of an envelope that was ended early who ended it", () => {
  const history = [
    { state: "open", at: AT },
    { state: "expired", at: AT },
  ];
  const name = (isEndedEarly: boolean) =>
    viewLife("envelope", { history, next: null }, isEndedEarly).steps.at(-1)?.labelKey;
  expect([name(false), name(true)]).toEqual(["envelope:status.expired", "life:state.ended"]);
});
