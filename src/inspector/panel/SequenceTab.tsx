import { useEffect, useRef } from "react";

import type { RecordedActor, RecordedEvent } from "../recording/recording.ts";
import { formatClock, nameActors } from "./wording.ts";
import styles from "./Panel.module.css";

const MAX_EVENTS = 60;
const COLUMN_PX = 150;
const ROW_PX = 30;

interface SequenceTabProps {
  actors: readonly RecordedActor[];
  events: readonly RecordedEvent[];
}

/** Which actor told which, as a sequence diagram of the last events. */
export function SequenceTab({ actors, events }: SequenceTabProps) {
  const shown = events.slice(-MAX_EVENTS);
  const getName = nameActors(actors);
  const ids = [...new Set(shown.flatMap(({ sourceId, targetId }) => [sourceId, targetId]))];
  const getX = (id: string | null) => ids.indexOf(id) * COLUMN_PX + COLUMN_PX / 2;
  const widthPx = ids.length * COLUMN_PX;
  const heightPx = (shown.length + 1) * ROW_PX;
  const end = useRef<HTMLDivElement>(null);
  const lastX = getX(shown.at(-1)?.targetId ?? null);
  const lastY = (shown.at(-1)?.index ?? 0) * ROW_PX;
  useEffect(() => {
    // The newest event is the lowest one, if anything is above it.
    end.current?.scrollTo(lastX - end.current.clientWidth / 2, lastY);
  }, [lastX, lastY]);
  if (shown.length === 0) return <p>No event has been recorded.</p>;
  return (
    <div ref={end} className={styles.sequence}>
      <div className={styles.lifelines} style={{ width: widthPx }} aria-hidden="true">
        {ids.map((id) => (
          <b key={id} style={{ width: COLUMN_PX }}>
            {getName(id)}
          </b>
        ))}
      </div>
      <svg viewBox={`0 0 ${String(widthPx)} ${String(heightPx)}`} width={widthPx} height={heightPx} aria-hidden="true">
        <defs>
          <marker
            id="inspector-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto-start-reverse"
          >
            <path d="M0 0 L8 4 L0 8 z" />
          </marker>
        </defs>
        {ids.map((id) => (
          <line key={id} x1={getX(id)} x2={getX(id)} y1={0} y2={heightPx} />
        ))}
        {shown.map(({ index, sourceId, targetId, type }, row) => {
          const y = (row + 1) * ROW_PX;
          const [from, to] = [getX(sourceId), getX(targetId)];
          const path =
            from === to
              ? `M${String(from)} ${String(y - 6)} h24 v10 H${String(to)}`
              : `M${String(from)} ${String(y)} H${String(to)}`;
          return (
            <g key={index}>
              <path d={path} markerEnd="url(#inspector-arrow)" />
              <text x={from === to ? from + 28 : (from + to) / 2} y={y - 5} data-own={from === to || undefined}>
                {type}
              </text>
            </g>
          );
        })}
      </svg>
      <ol className={styles.hidden}>
        {shown.map(({ index, atMs, sourceId, targetId, type }) => (
          <li key={index}>
            {formatClock(atMs)} {getName(sourceId)} to {getName(targetId)}: {type}
          </li>
        ))}
      </ol>
    </div>
  );
}
