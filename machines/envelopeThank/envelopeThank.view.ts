import type { SnapshotFrom } from "xstate";
import { REACTIONS, type Reaction } from "#domain/envelope/reactions.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import type { ViewAction } from "../kit/viewAction.ts";
import type { EnvelopeThankEvent, envelopeThankMachine } from "./envelopeThank.machine.ts";

type Snapshot = SnapshotFrom<typeof envelopeThankMachine>;

/** The failure is why the last change was not saved. */
export interface EnvelopeThankView extends FailureText {
  /** How the person thanks; null who does not. */
  reaction: Reaction | null;
  /** One for each sign. */
  actions: readonly ViewAction<EnvelopeThankEvent>[];
}

const SIGNS = Object.keys(REACTIONS) as Reaction[];

export function viewEnvelopeThank({ value, context: { shown, failure } }: Snapshot): EnvelopeThankView {
  return {
    reaction: shown,
    ...toFailureText(failure),
    actions: SIGNS.map((reaction) => ({
      event: { type: "ui.react", reaction },
      labelKey: `envelope:thanks.sign.${reaction}`,
      enabled: value === "settled",
    })),
  };
}
