import { envelopeClaimMachine } from "#machines/envelopeClaim/envelopeClaim.machine.ts";
import { viewEnvelopeClaim, type EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { createEnvelopeClaimActors } from "#src/adapters/actors/envelopeClaim.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "ui.open" }`. */
export const envelopeClaimFlow: Flow<"envelopeClaim", EnvelopeClaimView> = {
  name: "envelopeClaim",
  create: ({ api }) => envelopeClaimMachine.provide({ actors: createEnvelopeClaimActors({ api }) }),
  view: viewEnvelopeClaim,
};
