import { useState } from "react";

import type { RecordedEvent, Recording } from "../recording/recording.ts";
import { formatClock, nameActors } from "./wording.ts";
import styles from "./Panel.module.css";

/** So many lines are drawn; older ones are found by a filter. */
const MAX_LINES = 50;

interface EventsTabProps {
  recording: Recording;
  moment: number | null;
  onChoose: (event: RecordedEvent) => void;
}

/** Every recorded event with time, sender and receiver, the newest first. */
export function EventsTab({ recording, moment, onChoose }: EventsTabProps) {
  const [target, setTarget] = useState("");
  const [text, setText] = useState("");
  const getName = nameActors(recording.actors);
  const wanted = text.trim().toLowerCase();
  const found = recording.events.filter(
    ({ sourceId, targetId, type }) =>
      (target === "" || getName(targetId) === target) &&
      (wanted === "" || `${getName(sourceId)} ${type} ${getName(targetId)}`.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <div className={styles.filters}>
        <select aria-label="Receiver" value={target} onChange={(event) => setTarget(event.target.value)}>
          <option value="">All receivers</option>
          {[...new Set(recording.actors.map(({ sessionId }) => getName(sessionId)))].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <input
          type="search"
          aria-label="Search events"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <output className={styles.quiet}>
          {found.length} of {recording.events.length}
        </output>
      </div>
      <ol className={styles.log}>
        {found
          .slice(-MAX_LINES)
          .reverse()
          .map((event) => (
            <li key={event.index}>
              <button type="button" aria-current={event.index === moment || undefined} onClick={() => onChoose(event)}>
                <time>{formatClock(event.atMs)}</time>
                <span>
                  {getName(event.sourceId)} → {getName(event.targetId)}
                </span>
                <b>{event.type}</b>
                <span className={styles.quiet}>
                  {event.transitions.length === 0 ? "no transition" : (event.snapshot?.states.at(-1) ?? "")}
                </span>
              </button>
            </li>
          ))}
      </ol>
    </>
  );
}
