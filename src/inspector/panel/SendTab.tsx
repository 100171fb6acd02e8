import { useState } from "react";
import { getStateNodes, isMachineSnapshot, type AnyActor } from "xstate";

import { MASK } from "../mask.ts";
import type { InspectorMode } from "../inspectorMode.ts";
import type { RecordedEvent } from "../recording/recording.ts";
import styles from "./Panel.module.css";

interface SendTabProps {
  /** Null where nothing can be sent. */
  actor: AnyActor | null;
  mode: InspectorMode;
  events: readonly RecordedEvent[];
}

/** Types that the active states of an actor handle, without what XState itself sends. */
function listEventTypes(actor: AnyActor): string[] {
  const snapshot: unknown = actor.getSnapshot();
  if (!isMachineSnapshot(snapshot)) return [];
  const types = getStateNodes(snapshot.machine.root, snapshot.value).flatMap(({ ownEvents }) => ownEvents);
  return [...new Set(types)]
    .filter((type) => type !== "" && !type.startsWith("xstate."))
    .sort((one, other) => one.localeCompare(other));
}

/** Whether an event without more than its type would do something; guards may need more. */
function canTake(actor: AnyActor, type: string): boolean {
  const snapshot: unknown = actor.getSnapshot();
  try {
    return isMachineSnapshot(snapshot) && snapshot.can({ type });
  } catch {
    return true;
  }
}

/** The fields of the last recorded event of a type, for a start. */
function suggestPayload(events: readonly RecordedEvent[], type: string): string {
  const known = events.findLast((event) => event.type === type)?.event;
  const fields = typeof known === "object" && known !== null ? Object.entries(known) : [];
  return JSON.stringify(Object.fromEntries(fields.filter(([name]) => name !== "type")), null, 2);
}

function parsePayload(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The events that the actor can take now, and a form to send one. */
export function SendTab({ actor, mode, events }: SendTabProps) {
  const [chosen, setChosen] = useState("");
  const [payload, setPayload] = useState("{}");
  const [notice, setNotice] = useState("");
  if (mode === "readonly") return <p>This server lets the inspector watch only.</p>;
  if (actor === null) return <p>An event can be sent to a living actor of this page, at the present.</p>;
  const types = listEventTypes(actor);
  const send = () => {
    const fields = parsePayload(payload);
    if (fields === null) setNotice("The payload is not a JSON object.");
    else if (payload.includes(MASK)) setNotice(`Replace each ${MASK}: the text is masked.`);
    else {
      actor.send({ ...fields, type: chosen });
      setNotice(`${chosen} was sent.`);
    }
  };
  return (
    <form
      className={styles.send}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <fieldset>
        <legend>Events that its states handle</legend>
        {types.length === 0 && <p>None.</p>}
        {types.map((type) => (
          <label key={type}>
            <input
              type="radio"
              name="inspector-event"
              checked={chosen === type}
              onChange={() => {
                setChosen(type);
                setPayload(suggestPayload(events, type));
                setNotice("");
              }}
            />
            {type}
            {!canTake(actor, type) && <span className={styles.quiet}> refused without a payload</span>}
          </label>
        ))}
      </fieldset>
      <label>
        Payload (JSON)
        <textarea rows={5} value={payload} spellCheck={false} onChange={(event) => setPayload(event.target.value)} />
      </label>
      <button type="submit" disabled={!types.includes(chosen)}>
        Send
      </button>
      <output>{notice}</output>
    </form>
  );
}
