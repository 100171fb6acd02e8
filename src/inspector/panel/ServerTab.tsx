import { useEffect, useRef } from "react";

import { findLives, type ServerLife } from "../recording/findLives.ts";
import type { ActorMoment } from "../recording/readMoment.ts";
import { markChart, scrollToState, useChart } from "./loadChart.ts";
import styles from "./Panel.module.css";

/** More than any actor knows of; a file can name more. */
const MAX_LIVES = 20;

/** The lives on the server that the actor knows of: each in its own chart, as its owner's answer has it. */
export function ServerTab({ chosen: { last } }: { chosen: ActorMoment }) {
  const lives = findLives(last?.snapshot?.context ?? null).slice(0, MAX_LIVES);
  if (lives.length === 0) return <p>This actor knows of no order, envelope or payout of its reader.</p>;
  return lives.map((life) => <LifeChart key={`${life.chart} ${life.id}`} life={life} />);
}

function LifeChart({ life: { chart, id, steps, transitions } }: { life: ServerLife }) {
  const frame = useRef<HTMLElement>(null);
  const svg = useChart(chart)?.svg ?? null;
  const place = `${chart}.${steps.at(-1)?.state ?? ""}`;
  const taken = transitions.join(" ");

  useEffect(() => {
    if (svg === null) return;
    frame.current?.replaceChildren(svg);
    const ids = taken.split(" ");
    markChart(svg, {
      activeStates: [chart, place],
      lastTransitions: ids.slice(-1),
      takenTransitions: new Set(ids),
    });
    scrollToState(svg, place);
  }, [svg, chart, place, taken]);

  return (
    <>
      <figure
        ref={frame}
        className={styles.chart}
        aria-label={`Chart of ${chart} ${id}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keys
        tabIndex={0}
      />
      <table className={styles.times}>
        <caption>
          {chart} {id}
        </caption>
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ state, at }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a state may come back, and none is ever moved
            <tr key={index} data-lit={index === steps.length - 1 || undefined}>
              <th scope="row">{state}</th>
              <td>{at ?? "not recorded"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
