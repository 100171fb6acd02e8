import type { Reaction } from "#domain/envelope/reactions.ts";
import {
  type EnvelopeThankContext,
  type EnvelopeThankEvent,
  type EnvelopeThankInput,
  envelopeThankMachine,
} from "./envelopeThank.machine.ts";
import { viewEnvelopeThank } from "./envelopeThank.view.ts";
import { defineModel } from "#tests/models/model.ts";

interface EnvelopeThankShape {
  context: EnvelopeThankContext;
  event: EnvelopeThankEvent;
  input: EnvelopeThankInput;
  outputs: { thank: { reaction: Reaction | null } };
}

export const model = defineModel<EnvelopeThankShape>({
  machine: envelopeThankMachine,
  view: viewEnvelopeThank,
  inputs: [{ envelopeId: "e1", saved: null }],
  events: {
    "ui.react": [
      { type: "ui.react", reaction: "clap" },
      { type: "ui.react", reaction: "heart" },
    ],
  },
  outcomes: {
    thank: { done: [{ reaction: "clap" }, { reaction: null }], error: [{ kind: "network" }] },
  },
  key: ({ saved, shown, failure }) => ({ saved, shown, hasFailed: failure !== null }),
  invariants: {
    "what is settled is what the server has": ({ saved, shown }, isIn) => !isIn("settled") || saved === shown,
    "what is being saved differs, and has not failed yet": ({ saved, shown, failure }, isIn) =>
      !isIn("saving") || (saved !== shown && failure === null),
  },
});
