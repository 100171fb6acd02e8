import { fromPromise } from "xstate";
import {
  type EnvelopeShareInput,
  envelopeShareMachine,
  type PreparedShare,
  type ShareOutcome,
} from "#machines/envelopeShare/envelopeShare.machine.ts";
import { viewEnvelopeShare } from "#machines/envelopeShare/envelopeShare.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { Messenger } from "#src/adapters/telegram/messenger.ts";
import { defineFlow } from "./defineFlow.ts";

interface EnvelopeShareDeps {
  api: Api;
  messenger: Messenger;
}

function createEnvelopeShareActors({ api, messenger }: EnvelopeShareDeps) {
  return {
    prepare: fromPromise<PreparedShare, EnvelopeShareInput>(({ input, signal }) =>
      api.post("/v1/redpackage/share", input, signal, { hasToast: true }),
    ),
    offer: fromPromise<ShareOutcome, PreparedShare>(({ input }) => messenger.share(input)),
  };
}

/** Waits for `{ type: "ui.share" }`. */
export const envelopeShareFlow = defineFlow(
  "envelopeShare",
  envelopeShareMachine,
  createEnvelopeShareActors,
  viewEnvelopeShare,
);
