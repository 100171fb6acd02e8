import type { RecordedEvent } from "../recording/recording.ts";
import { formatClock } from "./wording.ts";
import styles from "./Panel.module.css";

interface MomentBarProps {
  events: readonly RecordedEvent[];
  /** Index of an event; null for the present. */
  moment: number | null;
  isImported: boolean;
  onChange: (moment: number | null) => void;
}

/** Holds what is shown, and steps through what was. The app goes on. */
export function MomentBar({ events, moment, isImported, onChange }: MomentBarProps) {
  const last = events.length - 1;
  const found = moment === null ? last : events.findIndex(({ index }) => index >= moment);
  const place = found < 0 ? last : found;
  const shown = events[place];
  const step = (by: number) => onChange(events[Math.min(Math.max(place + by, 0), last)]?.index ?? null);
  return (
    <fieldset className={styles.moment} aria-label="Moment">
      <button type="button" disabled={place <= 0} aria-label="One event back" onClick={() => step(-1)}>
        ◀
      </button>
      <button type="button" disabled={place >= last} aria-label="One event on" onClick={() => step(1)}>
        ▶
      </button>
      <input
        type="range"
        aria-label="Event"
        min={0}
        max={Math.max(last, 0)}
        value={Math.max(place, 0)}
        aria-valuetext={shown === undefined ? "none" : `${shown.type}, ${formatClock(shown.atMs)}`}
        onChange={(event) => onChange(events[Number(event.target.value)]?.index ?? null)}
      />
      <button
        type="button"
        aria-pressed={moment !== null}
        onClick={() => onChange(moment === null ? (shown?.index ?? null) : null)}
      >
        {moment === null ? "Pause" : isImported ? "To the end" : "To the present"}
      </button>
      <span className={styles.quiet}>
        {shown === undefined
          ? "No event"
          : `${String(place + 1)} of ${String(events.length)} · ${formatClock(shown.atMs)}`}
      </span>
    </fieldset>
  );
}
