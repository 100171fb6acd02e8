import { useEffect, useRef, useState } from "react";

import { listTaken, measureStates, type ActorMoment } from "../recording/readMoment.ts";
import { getTransitionId, type RecordedEvent, type Recording } from "../recording/recording.ts";
import { countTransitions, markChart, scrollToState, useChart } from "./loadChart.ts";
import styles from "./Panel.module.css";

/** More than any chart has; a file can name more. */
const MAX_ROWS = 200;

interface ChartTabProps {
  recording: Recording;
  events: readonly RecordedEvent[];
  chosen: ActorMoment;
  /** The moment, or the present. */
  atMs: number;
}

/** The actor's chart: active states and the last transition lit, what no recorded event has taken dashed. */
export function ChartTab({ recording, events, chosen: { actor, last }, atMs }: ChartTabProps) {
  const { chart } = actor;
  const [isWhole, setWhole] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const drawn = useChart(chart);
  const svg = drawn?.svg ?? null;
  const activeStates = last?.snapshot?.states ?? [];
  const lastTransitions = last?.transitions.map(getTransitionId) ?? [];
  const taken = chart === null ? new Set<string>() : listTaken(recording, events, chart);
  const times = measureStates(events, actor.sessionId, atMs).slice(0, MAX_ROWS);
  const place = activeStates.at(-1) ?? "";

  useEffect(() => {
    if (svg !== null) frame.current?.replaceChildren(svg);
  }, [svg]);
  useEffect(() => {
    if (svg !== null) markChart(svg, { activeStates, lastTransitions, takenTransitions: taken });
  });
  useEffect(() => {
    if (svg !== null && !isWhole) scrollToState(svg, place);
  }, [svg, place, isWhole]);

  if (chart === null) return <p>This actor has no chart; Events and Data show it.</p>;
  return (
    <>
      <div className={styles.filters}>
        <button type="button" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          Whole chart
        </button>
        <output className={styles.quiet}>
          {drawn === null && "The chart is loading."}
          {drawn !== null && svg === null && "No chart of this name is drawn."}
          {svg !== null && `${String(taken.size)} of ${String(countTransitions(svg))} transitions taken`}
        </output>
      </div>
      <figure
        ref={frame}
        className={styles.chart}
        data-whole={isWhole || undefined}
        aria-label={`Chart of ${chart}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keys
        tabIndex={0}
      />
      <table className={styles.times}>
        <caption>Time in each state</caption>
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Entered</th>
            <th scope="col">Seconds</th>
          </tr>
        </thead>
        <tbody>
          {times.map(({ state, entries, totalMs, isActive }) => (
            <tr key={state} data-lit={isActive || undefined}>
              <th scope="row">
                {state}
                {isActive && " (now)"}
              </th>
              <td>{entries}</td>
              <td>{(totalMs / 1000).toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
