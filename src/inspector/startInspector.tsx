import { createRoot } from "#src/start/react.ts";

import { readInspectorMode, rememberInspector } from "./inspectorMode.ts";
import { Panel } from "./panel/Panel.tsx";
import { Recorder } from "./recording/Recorder.ts";

/** Records from now on, and shows the inspector's panel over the page. Returns what every actor is observed by. */
export function startInspector(page: Window): Recorder["inspect"] {
  rememberInspector(page, true);
  const recorder = new Recorder();
  const container = page.document.createElement("div");
  page.document.body.append(container);
  createRoot(container).render(<Panel recorder={recorder} mode={readInspectorMode(page)} page={page} />);
  return recorder.inspect;
}
