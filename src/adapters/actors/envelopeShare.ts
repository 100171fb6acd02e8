import { fromPromise } from "xstate";
import { envelopeShareMachine } from "#machines/envelopeShare/envelopeShare.machine.ts";
import { viewEnvelopeShare } from "#machines/envelopeShare/envelopeShare.view.ts";
import { defineFlow } from "./flow.ts";

/** Waits for `{ type: "ui.share" }`. */
export const envelopeShareFlow = defineFlow(
  "envelopeShare",
  envelopeShareMachine,
  ({ api, messenger }) => ({
    prepare: fromPromise(({ input, signal }) => api.post("/v1/redpackage/share", input, signal, { hasToast: true })),
    offer: fromPromise(({ input }) => messenger.share(input)),
  }),
  viewEnvelopeShare,
);
