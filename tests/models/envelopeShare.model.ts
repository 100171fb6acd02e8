import type {
  EnvelopeShareContext,
  EnvelopeShareEvent,
  EnvelopeShareInput,
  ShareOutcome,
} from "#machines/envelopeShare/envelopeShare.machine.ts";
import { envelopeShareMachine } from "#machines/envelopeShare/envelopeShare.machine.ts";
import { viewEnvelopeShare } from "#machines/envelopeShare/envelopeShare.view.ts";
import { defineModel } from "./model.ts";

interface EnvelopeShareShape {
  context: EnvelopeShareContext;
  event: EnvelopeShareEvent;
  input: EnvelopeShareInput;
  outputs: { share: ShareOutcome };
}

export const model = defineModel<EnvelopeShareShape>({
  machine: envelopeShareMachine,
  view: viewEnvelopeShare,
  inputs: [{ envelopeId: "e1" }],
  events: { "ui.share": [{ type: "ui.share" }] },
  outcomes: {
    share: {
      done: ["shared", "declined", "linkOpened"],
      error: [{ kind: "api", error: "notAvailable", message: "not open" }],
    },
  },
  key: () => null,
  invariants: {
    "a failure says why": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
});
