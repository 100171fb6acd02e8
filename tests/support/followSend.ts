import { createActor, type ActorRefFrom, type SimulatedClock } from "xstate";

import type { CoinType } from "#domain/coins.ts";
import type { envelopeOrderMachine } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import type { envelopeSendMachine } from "#machines/envelopeSend/envelopeSend.machine.ts";
import { viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";

interface FollowOptions {
  clock: SimulatedClock;
  coinsPaidHere?: readonly CoinType[];
}

/**
 * Runs the chart of the order beside that of the form, as the page does: from where the form has led to an order, until it
 * is wanted back.
 * @returns a function that gives the order's actor while there is one
 */
export function followSend(
  form: ActorRefFrom<typeof envelopeSendMachine>,
  logic: typeof envelopeOrderMachine,
  { clock, coinsPaidHere = [] }: FollowOptions,
): () => ActorRefFrom<typeof envelopeOrderMachine> {
  let order: ActorRefFrom<typeof envelopeOrderMachine> | null = null;
  form.subscribe((snapshot) => {
    const { ordered, isFromForm } = viewEnvelopeSend(snapshot);
    if ((ordered === null) === (order === null)) return;
    order?.stop();
    order = null;
    if (ordered === null) return;
    order = createActor(logic, { input: { ...ordered, coinsPaidHere, isFromForm }, clock });
    for (const way of ["form.wanted", "edit.wanted", "another.wanted"] as const) order.on(way, form.send);
    order.start();
    order.send({ type: "ui.open" });
  });
  return () => {
    if (order === null) throw new Error("there is no order");
    return order;
  };
}
