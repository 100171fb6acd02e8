import { envelopePictureMachine } from "./envelopePicture.machine.ts";
import { viewEnvelopePicture } from "./envelopePicture.view.ts";
import { defineModel } from "#tests/models/model.ts";

/** As large as a real one, of one colour. */
const dataUrl = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1350"><rect width="1080" height="1350" fill="#b50f20"/></svg>')}`;

export const model = defineModel({
  machine: envelopePictureMachine,
  view: viewEnvelopePicture,
  inputs: [
    { envelopeId: "e1", coverId: "tet", words: "Good luck", senderName: "Anna", hint: "Scan to open it in Telegram" },
  ],
  events: {},
  outcomes: {
    make: {
      done: [
        { dataUrl, way: "share" },
        { dataUrl, way: "save" },
        { dataUrl, way: "hold" },
      ],
      error: [{ kind: "api", error: "notAvailable", message: "not open" }, { kind: "network" }],
    },
    handOver: { done: [undefined], error: [{ kind: "unexpected", message: "not allowed" }] },
  },
  key: ({ picture }) => picture?.way ?? null,
  invariants: {
    "a failure says why": ({ failure }, isIn) => !isIn("failed") || failure !== null,
    "what is shown is there, and no failure with it": ({ picture, failure }, isIn) =>
      !isIn("made") || (picture !== null && failure === null),
    "only what can be shared or saved is": ({ picture }, isIn) =>
      !isIn("handingOver") || (picture !== null && picture.way !== "hold"),
  },
});
