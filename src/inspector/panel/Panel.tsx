import { useState } from "react";
import { ErrorBoundary } from "#src/components/shell/ErrorBoundary.tsx";
import { Tabs } from "#src/components/ui/Tabs.tsx";
import type { InspectorMode } from "#src/inspector/inspectorMode.ts";
import type { Recorder } from "#src/inspector/recording/Recorder.ts";
import { listActorsAt, listEventsUntil, type ActorMoment } from "#src/inspector/recording/readMoment.ts";
import type { RecordedActor, Recording } from "#src/inspector/recording/recording.ts";
import { ChartTab } from "./ChartTab.tsx";
import { EventsTab } from "./EventsTab.tsx";
import { FileTab } from "./FileTab.tsx";
import { MomentBar } from "./MomentBar.tsx";
import styles from "./Panel.module.css";
import { SendTab } from "./SendTab.tsx";
import { SequenceTab } from "./SequenceTab.tsx";
import { ServerTab } from "./ServerTab.tsx";
import { useRecording } from "./useRecording.ts";
import { nameActor } from "./wording.ts";

const TABS = [
  { value: "chart", label: "Chart" },
  { value: "events", label: "Events" },
  { value: "data", label: "Data" },
  { value: "server", label: "Server" },
  { value: "sequence", label: "Sequence" },
  { value: "send", label: "Send" },
  { value: "file", label: "File" },
] as const;

type TabName = (typeof TABS)[number]["value"];

interface PanelProps {
  recorder: Recorder;
  mode: InspectorMode;
  page: Window;
}

/** The inspector over the app: a button until it is opened. The app lives on whatever is shown here. */
export function Panel({ recorder, mode, page }: PanelProps) {
  const [isOpen, setOpen] = useState(false);
  const [isTall, setTall] = useState(false);
  const [tab, setTab] = useState<TabName>("chart");
  const [imported, setImported] = useState<Recording | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  /** Index of the event after which everything is shown; null for the present. */
  const [moment, setMoment] = useState<number | null>(null);
  const { recording: live, atMs } = useRecording(recorder, isOpen);

  if (!isOpen) {
    return (
      <button type="button" className={styles.opener} onClick={() => setOpen(true)}>
        Inspector
      </button>
    );
  }
  const recording = imported ?? live;
  const actors = listActorsAt(recording, moment);
  const events = listEventsUntil(recording, moment);
  const chosen = actors.find(({ actor }) => actor.sessionId === chosenId) ?? actors[0] ?? null;
  const canSend = mode === "live" && imported === null && moment === null;

  return (
    <section className={styles.panel} aria-label="Inspector" data-tall={isTall || undefined}>
      <div className={styles.head}>
        <ActorSelect actors={actors} value={chosen?.actor.sessionId ?? ""} onChange={setChosenId} />
        <button type="button" aria-pressed={isTall} onClick={() => setTall(!isTall)}>
          Tall
        </button>
        <button type="button" onClick={() => setOpen(false)}>
          Close
        </button>
      </div>
      <MomentBar events={recording.events} moment={moment} isImported={imported !== null} onChange={setMoment} />
      <Tabs label="Inspector" tabs={TABS} value={tab} onChange={setTab}>
        <div key={tab} className={styles.body}>
          <ErrorBoundary key={chosen?.actor.sessionId} fallback={<p>This cannot be shown.</p>}>
            {chosen === null && <p>No actor has been recorded.</p>}
            {chosen !== null && tab === "chart" && (
              <ChartTab
                recording={recording}
                events={events}
                chosen={chosen}
                atMs={moment === null && imported === null ? atMs : (events.at(-1)?.atMs ?? 0)}
              />
            )}
            {tab === "events" && (
              <EventsTab
                recording={recording}
                moment={moment}
                onChoose={(event) => {
                  setMoment(event.index);
                  setChosenId(event.targetId);
                }}
              />
            )}
            {chosen !== null && tab === "data" && <DataTab chosen={chosen} />}
            {chosen !== null && tab === "server" && <ServerTab chosen={chosen} />}
            {tab === "sequence" && <SequenceTab actors={recording.actors} events={events} />}
            {chosen !== null && tab === "send" && (
              <SendTab
                key={chosen.actor.sessionId}
                actor={canSend ? recorder.findLiving(chosen.actor.sessionId) : null}
                mode={mode}
                events={events}
              />
            )}
            {tab === "file" && (
              <FileTab
                recorder={recorder}
                recording={recording}
                chosen={chosen}
                mode={mode}
                page={page}
                isImported={imported !== null}
                onImport={(next) => {
                  setImported(next);
                  setMoment(null);
                  setChosenId(null);
                }}
              />
            )}
          </ErrorBoundary>
        </div>
      </Tabs>
    </section>
  );
}

/** An imported recording may hold longer values; they would only make the page slow. */
const MAX_CHARS = 50_000;

/** What the actor holds, got and gave at the moment. Texts that are not public are masked. */
function DataTab({ chosen: { actor, last } }: { chosen: ActorMoment }) {
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

interface ActorSelectProps {
  actors: readonly ActorMoment[];
  /** Session id. */
  value: string;
  onChange: (sessionId: string) => void;
}

/** Chooses an actor, living ones first, children below their parents. */
function ActorSelect({ actors, value, onChange }: ActorSelectProps) {
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

function countParents(actor: RecordedActor, actors: ReadonlyMap<string, RecordedActor>): number {
  let depth = 0;
  let at: RecordedActor | undefined = actor;
  while (at !== undefined && at.parentId !== null && depth < 8) {
    at = actors.get(at.parentId);
    depth += 1;
  }
  return depth;
}
