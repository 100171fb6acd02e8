import type { ActorMoment } from "../recording/readMoment.ts";
import type { RecordedActor } from "../recording/recording.ts";
import { nameActor } from "./wording.ts";

interface ActorSelectProps {
  actors: readonly ActorMoment[];
  /** Session id. */
  value: string;
  onChange: (sessionId: string) => void;
}

function countParents(actor: RecordedActor, actors: ReadonlyMap<string, RecordedActor>): number {
  let depth = 0;
  let at: RecordedActor | undefined = actor;
  while (at !== undefined && at.parentId !== null && depth < 8) {
    at = actors.get(at.parentId);
    depth += 1;
  }
  return depth;
}

/** Chooses an actor, living ones first, children below their parents. */
export function ActorSelect({ actors, value, onChange }: ActorSelectProps) {
  const byId = new Map(actors.map(({ actor }) => [actor.sessionId, actor]));
  const options = (isEnded: boolean) =>
    actors
      .filter((moment) => moment.isEnded === isEnded)
      .map(({ actor }) => (
        <option key={actor.sessionId} value={actor.sessionId}>
          {"\u2003".repeat(isEnded ? 0 : countParents(actor, byId))}
          {nameActor(actor)} {actor.sessionId}
        </option>
      ));
  return (
    <select aria-label="Actor" value={value} onChange={(event) => onChange(event.target.value)}>
      <optgroup label="Living">{options(false)}</optgroup>
      <optgroup label="Ended">{options(true)}</optgroup>
    </select>
  );
}
