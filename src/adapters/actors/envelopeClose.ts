import { fromPromise } from "xstate";
import { createCountdown } from "#machines/kit/countdown.ts";
import { envelopeCloseMachine } from "#machines/envelopeClose/envelopeClose.machine.ts";
import { viewEnvelopeClose } from "#machines/envelopeClose/envelopeClose.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { watchServerTime } from "#src/adapters/serverClock.ts";
import { defineFlow } from "./defineFlow.ts";

function createEnvelopeCloseActors({ api }: { api: Api }) {
  return {
    close: fromPromise<undefined, { envelopeId: string }>(async ({ input, signal }) => {
      await api.post("/v1/redpackage/close", input, signal);
      return undefined;
    }),
    countdown: createCountdown(watchServerTime),
  };
}

export const envelopeCloseFlow = defineFlow(
  "envelopeClose",
  envelopeCloseMachine,
  createEnvelopeCloseActors,
  viewEnvelopeClose,
);
