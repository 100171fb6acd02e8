import type { ActorMoment } from "../recording/readMoment.ts";
import styles from "./Panel.module.css";

/** An imported recording may hold longer values; they would only make the page slow. */
const MAX_CHARS = 50_000;

/** What the actor holds, got and gave at the moment. Texts that are not public are masked. */
export function DataTab({ chosen: { actor, last } }: { chosen: ActorMoment }) {
  const parts = [
    ["Status", last?.snapshot?.status ?? "not started"],
    ["Context", last?.snapshot?.context ?? null],
    ["Last event", last?.event ?? null],
    ["Input", actor.input],
    ["Output", last?.snapshot?.output ?? null],
    ["Error", last?.snapshot?.error ?? null],
  ] as const;
  return (
    <dl className={styles.data}>
      {parts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <pre>{(typeof value === "string" ? value : JSON.stringify(value, null, 2)).slice(0, MAX_CHARS)}</pre>
            </dd>
          </div>
        ))}
    </dl>
  );
}
