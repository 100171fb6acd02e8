import type { EnvelopeState } from "#machines/app/flows.ts";
import { createResourceMachine } from "#machines/resource/resource.machine.ts";
import { viewResource, type ResourceView } from "#machines/resource/resource.view.ts";
import { createEnvelopeStateActors } from "#src/adapters/actors/envelopeState.ts";

import type { Flow } from "./flow.ts";

/** Of an envelope that nothing changes any more. */
const ENDED: ReadonlySet<EnvelopeState["envelope"]["status"]> = new Set(["finished", "refunded", "cancelled"]);

/** Open with `{ type: "resource.load" }`. It is followed until the envelope ends. */
export const envelopeStateFlow: Flow<"envelopeState", ResourceView<EnvelopeState>> = {
  name: "envelopeState",
  create: ({ api }) =>
    createResourceMachine<EnvelopeState, { envelopeId: string }>().provide({
      actors: createEnvelopeStateActors({ api }),
      guards: { isFollowed: ({ context: { value } }) => value !== null && !ENDED.has(value.envelope.status) },
    }),
  view: viewResource,
};
