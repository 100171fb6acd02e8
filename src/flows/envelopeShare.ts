import { envelopeShareMachine } from "#machines/envelopeShare/envelopeShare.machine.ts";
import { viewEnvelopeShare, type EnvelopeShareView } from "#machines/envelopeShare/envelopeShare.view.ts";
import { createEnvelopeShareActors } from "#src/adapters/actors/envelopeShare.ts";

import type { Flow } from "./flow.ts";

/** Waits for `{ type: "ui.share" }`. */
export const envelopeShareFlow: Flow<"envelopeShare", EnvelopeShareView> = {
  name: "envelopeShare",
  create: ({ api, messenger }) =>
    envelopeShareMachine.provide({ actors: createEnvelopeShareActors({ api, messenger }) }),
  view: viewEnvelopeShare,
};
