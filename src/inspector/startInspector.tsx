import { createRoot } from "react-dom/client";

import { readInspectorMode, rememberInspector } from "./inspectorMode.ts";
import { Panel } from "./panel/Panel.tsx";
import { Recorder } from "./recording/Recorder.ts";

declare global {
  interface Window {
    /** Of an inspected page where recordings may leave it: what the console and scripts ask. */
    inspector?: Pick<Recorder, "read">;
  }
}

/** Records from now on, and shows the inspector's panel over the page. Returns what every actor is observed by. */
export function startInspector(page: Window): Recorder["inspect"] {
  rememberInspector(page, true);
  const recorder = new Recorder();
  const mode = readInspectorMode(page);
  if (mode === "live") page.inspector = { read: () => recorder.read() };
  const container = page.document.createElement("div");
  page.document.body.append(container);
  createRoot(container).render(<Panel recorder={recorder} mode={mode} page={page} />);
  return recorder.inspect;
}
