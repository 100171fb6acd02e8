import type { RefObject } from "react";

import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

interface SealParts extends FlowProps<"envelopeClaim", EnvelopeClaimView> {
  /** Where the passphrase is typed. */
  form: RefObject<HTMLFormElement | null>;
}

/** What the gold seal does: the next step towards opening, or it focuses the field that has to be filled in first. */
export function useSealAction({ view, send, form }: SealParts): (() => void) | null {
  const next = view.actions.find(({ event }) => event.type === "ui.enter" || event.type === "ui.submit");
  if (next === undefined || view.state === "claiming" || view.state === "tooManyTries") return null;
  if (next.enabled && (next.event.type === "ui.enter" || view.passphrase !== "")) {
    return () => {
      send(next.event);
    };
  }
  return () => {
    form.current?.querySelector("input")?.focus();
  };
}
