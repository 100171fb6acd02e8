import { getTransitionId, type RecordedActor, type RecordedEvent, type Recording } from "./recording.ts";

/** An actor at a moment of a recording. */
export interface ActorMoment {
  actor: RecordedActor;
  /** The last event that it had finished by then; null if there was none. */
  last: RecordedEvent | null;
  isEnded: boolean;
}

/** Events up to a moment, which is the index of an event; null for all of them. */
export function listEventsUntil({ events }: Recording, moment: number | null): readonly RecordedEvent[] {
  return moment === null ? events : events.filter(({ index }) => index <= moment);
}

/** The actors that there were at a moment, each with what it was. */
export function listActorsAt(recording: Recording, moment: number | null): ActorMoment[] {
  const last = new Map<string, RecordedEvent>();
  for (const event of listEventsUntil(recording, moment)) if (event.snapshot !== null) last.set(event.targetId, event);
  return recording.actors.flatMap((actor) => {
    const own = last.get(actor.sessionId) ?? null;
    if (own === null && moment !== null) return [];
    const isEnded = moment === null ? actor.endedAtMs !== null : own?.snapshot?.status !== "active";
    return [{ actor, last: own, isEnded }];
  });
}

/** How long an actor was in each state that it entered, until `endMs`, in order of the first entry. */
export function measureStates(
  events: readonly RecordedEvent[],
  sessionId: string,
  endMs: number,
): { state: string; entries: number; totalMs: number; isActive: boolean }[] {
  const times = new Map<string, { entries: number; totalMs: number; sinceMs: number | null }>();
  /** The states that it is in: a file can name many more that it was in. */
  let active: readonly string[] = [];
  const leave = (time: { totalMs: number; sinceMs: number | null }, atMs: number): void => {
    if (time.sinceMs !== null) time.totalMs += Math.max(0, atMs - time.sinceMs);
    time.sinceMs = null;
  };
  for (const { targetId, atMs, snapshot } of events) {
    if (targetId !== sessionId || snapshot === null) continue;
    for (const state of active) {
      const time = times.get(state);
      if (time !== undefined && !snapshot.states.includes(state)) leave(time, atMs);
    }
    active = snapshot.states;
    for (const state of snapshot.states) {
      const time = times.get(state) ?? { entries: 0, totalMs: 0, sinceMs: null };
      times.set(state, time);
      if (time.sinceMs === null) Object.assign(time, { entries: time.entries + 1, sinceMs: atMs });
    }
    if (snapshot.status === "active") continue;
    for (const state of active) {
      const time = times.get(state);
      if (time !== undefined) leave(time, atMs);
    }
  }
  return [...times].map(([state, time]) => {
    const isActive = time.sinceMs !== null;
    leave(time, endMs);
    return { state, entries: time.entries, totalMs: time.totalMs, isActive };
  });
}

/** Ids of the transitions that actors of a chart have taken. */
export function listTaken({ actors }: Recording, events: readonly RecordedEvent[], chart: string): ReadonlySet<string> {
  const ids = new Set(actors.filter((actor) => actor.chart === chart).map(({ sessionId }) => sessionId));
  const taken = events.filter(({ targetId }) => ids.has(targetId)).flatMap(({ transitions }) => transitions);
  return new Set(taken.map(getTransitionId));
}
