import { fromPromise } from "xstate";
import { createCountdown } from "#machines/kit/countdown.ts";
import { envelopeCloseMachine } from "#machines/envelopeClose/envelopeClose.machine.ts";
import { viewEnvelopeClose } from "#machines/envelopeClose/envelopeClose.view.ts";
import { watchServerTime } from "#src/adapters/serverClock.ts";
import { defineFlow } from "./flow.ts";

export const envelopeCloseFlow = defineFlow(
  "envelopeClose",
  envelopeCloseMachine,
  ({ api }) => ({
    close: fromPromise(async ({ input, signal }) => {
      await api.post("/v1/redpackage/close", input, signal);
      return undefined;
    }),
    countdown: createCountdown(watchServerTime),
  }),
  viewEnvelopeClose,
);
