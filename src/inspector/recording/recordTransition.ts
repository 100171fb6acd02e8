import type { AnyTransitionDefinition } from "xstate";

import type { RecordedTransition } from "./recording.ts";

/** Tells a transition that a live actor took from the other candidates of its event in its state. */
export function recordTransition(transition: AnyTransitionDefinition): RecordedTransition {
  const { source, eventType } = transition;
  const candidates = (eventType === "" ? source.always : source.transitions.get(eventType)) ?? [];
  return { source: source.id, eventType, index: candidates.indexOf(transition) };
}
