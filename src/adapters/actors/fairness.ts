import { loadFairness } from "#src/adapters/api/loadFairness.ts";

import { createResourceFlow } from "./resource.ts";

/** Commitment and reveal of an envelope's draw, checked in this browser. */
export const fairnessFlow = createResourceFlow("fairness", ({ api }, params: { envelopeId: string }, signal) =>
  loadFairness(api, params.envelopeId, signal),
);
