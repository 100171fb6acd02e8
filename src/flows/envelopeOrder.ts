import { envelopeOrderMachine } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import { viewEnvelopeOrder, type EnvelopeOrderView } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import { createEnvelopeOrderActors } from "#src/adapters/actors/envelopeOrder.ts";

import type { Flow } from "./flow.ts";

/**
 * Open with `{ type: "ui.open" }`. Emits `openPayment` with the link to open outside, `payHere`, and an event for each way
 * back to the form.
 */
export const envelopeOrderFlow: Flow<"envelopeOrder", EnvelopeOrderView> = {
  name: "envelopeOrder",
  create: ({ api }) => envelopeOrderMachine.provide({ actors: createEnvelopeOrderActors({ api }) }),
  view: viewEnvelopeOrder,
};
