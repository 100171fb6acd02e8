import { envelopeSendMachine } from "#machines/envelopeSend/envelopeSend.machine.ts";
import { viewEnvelopeSend, type EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { createEnvelopeSendActors } from "#src/adapters/actors/envelopeSend.ts";

import type { Flow } from "./flow.ts";
import { readSystemInfo } from "./readSystemInfo.ts";

/** Open with `{ type: "ui.open" }`; emits `draft.changed` with what to keep. */
export const envelopeSendFlow: Flow<"envelopeSend", EnvelopeSendView> = {
  name: "envelopeSend",
  create: ({ api, root }) =>
    envelopeSendMachine.provide({
      actors: createEnvelopeSendActors({ api, readSystemInfo: () => readSystemInfo(root) }),
    }),
  view: viewEnvelopeSend,
};
