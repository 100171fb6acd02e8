import { useState } from "react";

import { copyText } from "#src/adapters/clipboard.ts";

import { rememberInspector, type InspectorMode } from "../inspectorMode.ts";
import { parseRecording } from "../recording/parseRecording.ts";
import type { ActorMoment } from "../recording/readMoment.ts";
import type { Recorder } from "../recording/Recorder.ts";
import type { Recording } from "../recording/recording.ts";
import { writeTest } from "../recording/writeTest.ts";
import styles from "./Panel.module.css";

interface FileTabProps {
  recorder: Recorder;
  recording: Recording;
  chosen: ActorMoment | null;
  mode: InspectorMode;
  page: Window;
  isImported: boolean;
  /** Null shows the page's own actors again. */
  onImport: (recording: Recording | null) => void;
}

function saveFile(page: Window, name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = page.document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** What leaves the panel and comes into it. */
export function FileTab({ recorder, recording, chosen, mode, page, isImported, onImport }: FileTabProps) {
  const [notice, setNotice] = useState("");
  const [code, setCode] = useState<string | null>(null);
  /** Ways to the Stately inspector that are taken already. */
  const [told, setTold] = useState<readonly ("window" | "socket")[]>([]);

  const [pairing, setPairing] = useState("");
  const [needsCode, setNeedsCode] = useState(false);

  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const imported = parseRecording(await file.text());
    setNotice(imported === null ? "This file holds no recording." : "The file's recording is shown.");
    if (imported !== null) onImport(imported);
  };
  const copyTest = async (): Promise<void> => {
    const text = chosen === null ? null : writeTest(chosen.actor, recording.events);
    setCode(text);
    if (text === null) setNotice("A test needs an actor with a chart and all its events from the first one on.");
    else
      setNotice((await copyText(page, text)) ? "The test is copied." : "The clipboard is denied; copy the text below.");
  };
  const tellStately = async (way: "window" | "socket"): Promise<void> => {
    try {
      const { askInspector, connectStatelySocket, openStatelyWindow } = await import("../stately.ts");
      const refusal = way === "socket" ? await askInspector(pairing) : null;
      if (refusal !== null) {
        setNotice(
          refusal.kind === "away"
            ? "npm run inspect does not run on this machine. Start it, and connect again."
            : `npm run inspect refused this page: ${refusal.reason}.`,
        );
        setNeedsCode(refusal.kind === "refused");
        return;
      }
      recorder.addObserver(way === "window" ? openStatelyWindow(page) : connectStatelySocket(undefined, pairing));
      setTold([...told, way]);
      if (way === "socket") {
        setNeedsCode(false);
        setNotice("npm run inspect hears of every actor.");
      }
    } catch {
      setNotice("The Stately inspector could not be loaded.");
    }
  };

  return (
    <div className={styles.file}>
      {mode === "live" && (
        <>
          <button
            type="button"
            onClick={() => {
              saveFile(page, "hongbao-recording.json", JSON.stringify(recording));
              setNotice("The recording is saved as hongbao-recording.json.");
            }}
          >
            Export the recording
          </button>
          <button type="button" onClick={() => void copyTest()}>
            Copy as test
          </button>
          <button type="button" disabled={told.includes("window")} onClick={() => void tellStately("window")}>
            Open the Stately inspector
          </button>
          <button type="button" disabled={told.includes("socket")} onClick={() => void tellStately("socket")}>
            Connect to npm run inspect
          </button>
          {needsCode && (
            <label className={styles.pick}>
              Code of npm run inspect
              <input
                type="text"
                autoComplete="off"
                value={pairing}
                onChange={(event) => setPairing(event.target.value.trim())}
              />
            </label>
          )}
        </>
      )}
      <label className={styles.pick}>
        Import a recording
        <input type="file" accept="application/json,.json" onChange={(event) => void read(event.target.files?.[0])} />
      </label>
      {isImported && (
        <button type="button" onClick={() => onImport(null)}>
          Back to this page
        </button>
      )}
      <button
        type="button"
        onClick={() => {
          rememberInspector(page, false);
          setNotice("The next start of this tab is not inspected.");
        }}
      >
        Stop inspecting this tab
      </button>
      <output>{notice}</output>
      {code !== null && <textarea aria-label="Test" readOnly rows={8} value={code} />}
    </div>
  );
}
