import { envelopeShareMachine } from "./envelopeShare.machine.ts";
import { viewEnvelopeShare } from "./envelopeShare.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: envelopeShareMachine,
  view: viewEnvelopeShare,
  inputs: [{ envelopeId: "e1" }],
  events: {},
  outcomes: {
    prepare: {
      done: [{ preparedMessageId: "m1", shareUrl: "https://t.me/share/url?url=x" }],
      error: [{ kind: "api", error: "notAvailable", message: "not open" }],
    },
    offer: {
      done: ["shared", "declined", "linkOpened"],
      error: [{ kind: "unexpected", message: "MESSAGE_SEND_FAILED" }],
    },
  },
  key: () => null,
  invariants: {
    "a failure says why": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
});
