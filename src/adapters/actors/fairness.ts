import { fromPromise } from "xstate";

import type { CheckedFairness } from "#domain/draw/checkedFairness.ts";
import type { ResourceInput } from "#machines/resource/resource.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { loadFairness } from "#src/adapters/api/loadFairness.ts";

/** Commitment and reveal of an envelope's draw, checked in this browser. */
export function createFairnessActors({ api }: { api: Api }) {
  return {
    read: fromPromise<CheckedFairness, ResourceInput<{ envelopeId: string }>>(({ input: { params }, signal }) =>
      loadFairness(api, params.envelopeId, signal),
    ),
  };
}
