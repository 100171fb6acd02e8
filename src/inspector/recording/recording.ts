/** A transition that an actor took. */
export interface RecordedTransition {
  /** Id of the state that defines the transition. */
  source: string;
  /** As XState writes it; empty for `always`. */
  eventType: string;
  /** Its place among the candidates of its event in its state. */
  index: number;
}

/** What an actor was after an event. */
export interface RecordedSnapshot {
  status: string;
  /** Ids of the active states of its chart; none without a chart. */
  states: readonly string[];
  context: unknown;
  output: unknown;
  error: unknown;
}

/** An event that an actor received, and what came of it. */
export interface RecordedEvent {
  /** Counts from 0 over all actors. */
  index: number;
  /** Unix time. */
  atMs: number;
  /** Session id of the actor that sent it; null if code did. */
  sourceId: string | null;
  /** Session id of the actor that received it. */
  targetId: string;
  type: string;
  event: unknown;
  transitions: readonly RecordedTransition[];
  /** Null until the actor is done with the event. */
  snapshot: RecordedSnapshot | null;
}

export interface RecordedActor {
  sessionId: string;
  /** What its parent calls it. */
  name: string;
  /** Its chart's id; null for an actor without one. */
  chart: string | null;
  parentId: string | null;
  startedAtMs: number;
  /** Null while it lives. */
  endedAtMs: number | null;
  input: unknown;
}

export const RECORDING_FORMAT = "hongbao-recording-1";

/** What the panel shows and a file holds: every text is masked that is not public. */
export interface Recording {
  format: typeof RECORDING_FORMAT;
  actors: readonly RecordedActor[];
  /** In order, with rising `index`. */
  events: readonly RecordedEvent[];
}

/** Names a transition as the drawn charts do. */
export function getTransitionId({ source, eventType, index }: RecordedTransition): string {
  return `${source}/${eventType}/${String(index)}`;
}
