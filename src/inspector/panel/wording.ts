import type { RecordedActor } from "../recording/recording.ts";

/** What an actor is called: its chart, and what its parent calls it where that says more. */
export function nameActor({ name, chart, parentId }: RecordedActor): string {
  if (chart === null) return name;
  // A flow's name is its chart's, and a key where several live side by side.
  return parentId === null || name.split(":")[0] === chart ? chart : `${name} (${chart})`;
}

/** Names actors by their session ids; null stands for code that is no actor. */
export function nameActors(actors: readonly RecordedActor[]): (sessionId: string | null) => string {
  const names = new Map(actors.map((actor) => [actor.sessionId, nameActor(actor)]));
  return (sessionId) => (sessionId === null ? "code" : (names.get(sessionId) ?? sessionId));
}

/** Time of the day, with milliseconds, as logs have it: `14:05:09.120`. */
export function formatClock(atMs: number): string {
  const at = new Date(atMs);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}
