import { envelopeShareMachine, envelopeShareSecrets } from "#machines/envelopeShare/envelopeShare.machine.ts";
import { envelopeShareTable, type EnvelopeShareShape } from "#machines/envelopeShare/envelopeShare.table.ts";
import { viewEnvelopeShare } from "#machines/envelopeShare/envelopeShare.view.ts";
import { defineModel } from "./model.ts";

export const model = defineModel<EnvelopeShareShape>({
  machine: envelopeShareMachine,
  table: envelopeShareTable,
  secrets: envelopeShareSecrets,
  view: viewEnvelopeShare,
  inputs: [{ envelopeId: "e1" }],
  events: { "ui.share": [{ type: "ui.share" }] },
  outcomes: {
    prepareShare: {
      done: [
        { preparedMessageId: "m1", shareUrl: "https://t.me/share/url?url=x" },
        { preparedMessageId: null, shareUrl: "https://t.me/share/url?url=y" },
      ],
      error: [{ kind: "api", error: "notAvailable", message: "not open" }],
    },
    offerShare: {
      done: ["shared", "declined", "linkOpened"],
      error: [{ kind: "unexpected", message: "no messenger" }],
    },
  },
  key: () => null,
  invariants: {
    "a message is kept only while it is offered": ({ message }, isIn) => (message !== null) === isIn("offering"),
    "a failure says why": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
});
